// Races in which some fields bind a piece: from there it can only hop, so it needs a bridge piece, one of the free ones
// to be hopped over. Whoever brings all the free pieces home first leaves the bound ones behind for good.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class BridgePieces {
   public:
    // The ways go round those who stand in them at the root of a thought.
    BridgePieces(const State& root, const Grounds& grounds);

    bool matter() const { return matter_; }

    // Whether somebody of a seat has to be fetched: a bridge piece then goes back, away from the goal.
    bool are_wanted(const State& state, int seat) const;

    // Whether an action takes the last bridge piece home before those that need one.
    bool strands(const State& state, const Action& action) const;

    void evaluate(const State& state, Account& account) const;

    // Adds what it costs a seat that hurries, beyond that, that those wait whom it has to fetch. It then does not
    // matter how long those of others wait: whoever stands in their way for that gets nobody home.
    void add_impatience(const State& state, int seat, Account& account) const;

   private:
    // What it costs that a bridge piece is far away, for each step up to some, and that there is none: a bound piece
    // then hardly ever gets home, and nobody may find that cheaper than a long way back. A bound piece has a burden for
    // every step that it has left itself: it needs more turns for one than those who are free, since somebody has to go
    // ahead of it.
    struct Way {
        int step, too_far, burden;
    };
    struct Waiting {
        CellSet cells, bridges;
        int count, wanted, have;
    };
    // How far it is for a bridge piece to where a waiting piece can hop over it, what that hop leads out of its way,
    // and whether it needs none because somebody else stands there.
    struct Bridge {
        int steps, detour = 0;
        bool is_there = false;
    };

    Waiting who_waits(const State& state, std::size_t code) const;
    bool has_to_hurry(const State& root, int seat) const;
    void find_ways(const State& root, std::size_t code);
    Bridge nearest_bridge(const State& state, std::size_t code, int cell, const CellSet& bridges, const Way& way) const;
    int price_of(const State& state, std::size_t code, const Waiting& waiting, const Way& way) const;
    const CellSet& bound(std::size_t code) const;

    Grounds grounds_;
    bool matter_;
    Way everybody_, in_haste_;            // the latter is enough to send somebody back from home
    std::vector<std::vector<int>> left_;  // by content and cell: steps to the goal
    std::vector<std::vector<std::vector<Leap>>> ways_;
    // By seat. As it is at the root, or whoever brings one of a few home would make the others the last, and dearer.
    std::array<bool, most_seats> hurries_{};
};

}  // namespace halma::engine
