// Races in which a piece may pass through the target of another: it is a transit piece while it stands there. Whoever
// has filled the target stays there, so a transit piece that is shut in never gets out again, nobody comes home there,
// and the game gets nowhere.
#pragma once

#include <optional>

#include "eval/goal_value.hpp"

namespace halma::engine {

// How many moves at about a piece needs to get out of some cells, past fields that are barred; nothing if it is shut
// in.
template <class Barred>
std::optional<int> moves_out(const State& state, int cell, const CellSet& inside, Barred barred) {
    const auto& kind = state.kind_at(cell);
    const int cells = state.rules->cells;
    CellSet reached;
    reached.insert(cell);
    std::array<Cell, most_cells> open;
    std::array<std::uint8_t, most_cells> moves;
    std::size_t count = 1;
    open[0] = static_cast<Cell>(cell);
    moves[0] = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bool out = false;
        const auto try_way = [&](int land) {
            if (land >= cells || reached.contains(land) || barred(land)) return;
            out |= !inside.contains(land);
            reached.insert(land);
            open[count] = static_cast<Cell>(land);
            moves[count++] = static_cast<std::uint8_t>(moves[i] + 1);
        };
        for (const auto& mover : kind.movers) {
            if (mover.word == Movement::step)
                for (auto land : mover.steps[open[i]]) try_way(land);
            else if (mover.word == Movement::hop)
                for (auto [over, land] : mover.hops[open[i]])
                    if (over != cell && !state.empty(over)) try_way(land);
        }
        if (out) return moves[i] + 1;
    }
    return std::nullopt;
}

class TransitPieces {
   public:
    explicit TransitPieces(const Rules& rules) : rules_(rules) {
        if (rules.goal.word != GoalWord::home) return;
        passing_.resize(rules.kinds.size());
        for (std::size_t owner = 1; owner < rules.kinds.size(); ++owner)
            for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
                if (code == owner || !rules.kinds[code].goal_cells.any()) continue;
                // At home a duty to clear settles the matter, and where a piece is to go it is no transit piece.
                passing_[code] |= rules.kinds[owner].goal_cells - rules.kinds[code].home - rules.kinds[code].goal_cells;
            }
        target_owners_.resize(at(rules.cells));
        for (const auto& kind : rules.kinds)
            kind.goal_cells.each([&](int cell) { target_owners_[at(cell)] |= kind.owners; });
        for (const auto& cells : passing_) matter_ |= cells.any();
    }

    // Whether anybody passes through the target of another at all.
    bool matter() const { return matter_; }

    // What it costs a seat that thinks that transit pieces stand in targets that fill around them, whether they are its
    // own or stand in its own target: whose piece it is has to leave in time, and whose target it is has to let it out.
    // Among others it is none of its business.
    int price(const State& state, int seat) const {
        const Seats side = rules_.team[at(seat)];
        int sum = 0;
        for (std::size_t code = 1; code < passing_.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            if (is_gone(state, kind)) continue;
            (state.standing[code] & passing_[code]).each([&](int cell) {
                if ((kind.owners | target_owners_[at(cell)]) & side) sum += price_of(state, cell);
            });
        }
        return sum;
    }

   private:
    static constexpr int way_out = 20, wall = 12, shut_in = 10 * turn;

    static bool is_gone(const State& state, const Kind& kind) { return kind.owners & state.now.gone; }

    // Whether whoever stands on a cell is not expected to leave it again: those who have come home stay there, also
    // where the rules would let them go.
    static bool stays(const State& state, int cell) {
        if (state.empty(cell)) return false;
        const auto& kind = state.kind_at(cell);
        return kind.goal_cells.contains(cell) || is_gone(state, kind);
    }

    int price_of(const State& state, int cell) const {
        int walls = 0;
        for (auto near : rules_.neighbours[cell])
            if (near < rules_.cells && stays(state, near)) ++walls;
        if (!walls) return 0;
        const CellSet& inside = passing_[state.board[at(cell)]];
        const auto moves = moves_out(state, cell, inside, [&](int land) { return stays(state, land); });
        return moves ? way_out * (*moves - 1) + wall * walls : shut_in;
    }

    const Rules& rules_;
    std::vector<CellSet> passing_;      // by content: fields of others’ targets through which a piece passes
    std::vector<Seats> target_owners_;  // by cell: whose target it is
    bool matter_ = false;
};

}  // namespace halma::engine
