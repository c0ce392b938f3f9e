#include "eval/transit_pieces.hpp"

#include "eval/reachability.hpp"

namespace halma::engine {

TransitPieces::TransitPieces(const Grounds& grounds)
    : grounds_(grounds), goal_owners_(at(grounds.rules.cells)), matter_(grounds.reachability.has_transit()) {
    if (!matter_) return;
    for (const auto& kind : grounds_.rules.kinds)
        kind.goal_cells.each([&](int cell) { goal_owners_[at(cell)] |= kind.owners; });
}

void TransitPieces::add_impatience(const State& state, int seat, Account& account) const {
    const auto& rules = grounds_.rules;
    const Seats side = rules.team[at(seat)];
    int sum = 0;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        if (kind.owners & state.now.gone) continue;
        (state.standing[code] & grounds_.reachability.transit_cells(static_cast<Content>(code))).each([&](int cell) {
            if ((kind.owners | goal_owners_[at(cell)]) & side) sum += price_of(state, cell);
        });
    }
    account.add(Term::transit_pieces, seat, sum);
}

int TransitPieces::price_of(const State& state, int cell) const {
    const auto& rules = grounds_.rules;
    int walls = 0;
    for (auto near : rules.neighbours[cell])
        if (near < rules.cells && Reachability::is_settled(state, near)) ++walls;
    if (!walls) return 0;
    const CellSet& inside = grounds_.reachability.transit_cells(state.board[at(cell)]);
    const auto moves = grounds_.reachability.moves_out(state, cell, inside, Barred::by_settled);
    if (!moves) return grounds_.weights.transit_shut_in;
    return grounds_.weights.transit_move * (*moves - 1) + grounds_.weights.transit_wall * walls;
}

}  // namespace halma::engine
