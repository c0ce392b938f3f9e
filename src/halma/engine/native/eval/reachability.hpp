// Who can get where: which pieces are transit pieces in the goals of others, which ones need a bridge piece, who is
// shut in, and how much room hunters have. All terms that ask such a question ask it here.
//
// A transit piece is a piece that stands in the goal of another and is to go on. A bound piece stands where it can only
// hop, so that it needs a bridge piece, one of the free ones, to be hopped over.
#pragma once

#include <optional>
#include <vector>

#include "eval/distances.hpp"

namespace halma::engine {

// Who bars the way of a piece that wants to get out.
enum class Barred : std::uint8_t {
    by_anybody,  // everybody, as they stand now
    by_settled,  // those who are not expected to go on: they have come home, or their seat is out
};

// How many cells a hunter reaches if nobody else moves, and how many of them in three steps.
struct Room {
    int all = 0, close = 0;
};

class Reachability {
   public:
    explicit Reachability(const Rules& rules);

    const Distances& distance() const { return distance_; }

    // ---- transit pieces ----

    // Whether anybody passes through the goal of another at all, and the cells where a content is a transit piece.
    bool has_transit() const { return has_transit_; }
    const CellSet& transit_cells(Content code) const { return transit_cells_[code]; }

    // Whether whoever stands on a cell is not expected to leave it again: those who have come home stay there, also
    // where the rules would let them go.
    static bool is_settled(const State& state, int cell);

    // How many moves at about the piece on a cell needs to get out of some cells; nothing if it is shut in.
    std::optional<int> moves_out(const State& state, int cell, const CellSet& inside, Barred barred) const;

    // ---- bridge pieces ----

    // Whether there are cells from which some piece only hops, and these cells for a content.
    bool has_bound() const { return has_bound_; }
    const CellSet& bound_cells(Content code) const { return bound_cells_[code]; }

    // Whether others hold every field to which the piece on a cell could ever go from there.
    bool is_shut_in(const State& state, int cell) const;

    // ---- hunts ----

    // From where somebody of the prey can be hopped over, if there is room behind.
    CellSet beside(const CellSet& prey) const;

    // The room of the hunter on a cell. Counts no further when there is more than enough.
    Room room(const State& state, int from, const CellSet& prey, const CellSet& beside, int enough) const;

    // The lines on which a piece on a cell can be hopped over: pairs of cells on both sides of it, from both ends.
    const std::vector<std::array<Cell, 2>>& lines_over(int cell) const { return over_[at(cell)]; }

    // The hops of hunters; nothing where nobody hunts.
    const Lists<Leap>* hunter_hops() const { return hops_; }

   private:
    void find_transit();
    void find_bound();
    void find_hunting_grounds();

    template <class Held>
    std::optional<int> moves_past(const State& state, int cell, const CellSet& inside, Held held) const;

    const Rules& rules_;
    Distances distance_;
    bool has_transit_ = false, has_bound_ = false;
    std::vector<CellSet> transit_cells_, bound_cells_;  // by content
    const Lists<Leap>* hops_ = nullptr;
    std::vector<std::vector<std::array<Cell, 2>>> over_;
    std::vector<CellSet> near_, before_;  // by cell: its neighbours, and from where a piece on it can be hopped over
};

}  // namespace halma::engine
