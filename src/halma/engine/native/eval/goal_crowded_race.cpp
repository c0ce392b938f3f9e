#include "eval/goal_crowded_race.hpp"

#include "eval/race_evaluation.hpp"
#include "eval/reachability.hpp"

namespace halma::engine {

void CrowdedRaceValue::evaluate(const State& state, Account& account) const {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        if (!kind.goal_cells.any()) continue;
        const CellSet outside = state.standing[code] - kind.goal_cells, open = kind.goal_cells - state.standing[code];
        add_ways(kind, outside, open, account);
        int transit = 0;
        (open & state.occupied()).each([&](int cell) {
            const auto& other = rules.kind(state.board[at(cell)]);
            if (other.owners & kind.owners) return;
            if (other.owners & state.now.gone) {
                transit += weights.crowded_transit_out;
            } else if (const auto moves =
                           grounds_.reachability.moves_out(state, cell, kind.goal_cells, Barred::by_anybody)) {
                transit += weights.crowded_transit + weights.crowded_transit_move * (*moves - 1);
            } else {
                // Who is shut in there does not get home either.
                transit += weights.crowded_transit_shut_in;
                account.add_to_owners(Term::crowded_caught, other, -weights.crowded_caught);
            }
        });
        account.add_to_owners(Term::crowded_transit, kind, -transit);
    }
    // A game that gets nowhere is ranked by advance.
    for (int seat = 0; seat < rules.seats; ++seat)
        account.add(Term::crowded_rank, seat, weights.crowded_rank * static_cast<int>(state.totals[at(seat)]));
    if (rules.duty != Duty::none)
        fear_duty(state, Term::crowded_duty, weights.crowded_duty, weights.crowded_still_home, account);
}

void CrowdedRaceValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    const auto& rules = grounds_.rules;
    const auto& distance = grounds_.distance;
    found.clear();
    std::array<std::int16_t, most_cells + 1> way;
    Content last = 0;
    std::array<Cell, most_cells> open;
    std::size_t open_count = 0;
    const auto ahead = [&](const Kind& kind, int cell) {
        auto& known = way[at(cell)];
        if (known == unknown) {
            int least = Distances::far;
            if (kind.goal_cells.contains(cell)) {
                least = 0;
            } else {
                for (std::size_t i = 0; i < open_count; ++i) least = std::min(least, distance(cell, open[i]));
            }
            known = static_cast<std::int16_t>(least);
        }
        return known;
    };
    for (const auto& action : list) {
        if (action.origin < 0 || action.target < 0 || action.target >= rules.cells) {
            found.push_back(0);
            continue;
        }
        const Content code = state.board[at(action.origin)];
        const auto& kind = rules.kind(code);
        if (code != last) {
            last = code;
            way.fill(unknown);
            open_count = 0;
            (kind.goal_cells - state.standing[code]).each([&](int cell) {
                open[open_count++] = static_cast<Cell>(cell);
            });
        }
        const int before = ahead(kind, action.origin), after = ahead(kind, action.target);
        // Of equal ways the one of a straggler comes first; inside the target the way further in.
        int gain = grounds_.weights.crowded_step * (before - after) + (after < before ? before : 0);
        if (!before && !after)
            gain = grounds_.weights.crowded_order_inside *
                   (kind.advance[at(action.target)] - kind.advance[at(action.origin)]);
        found.push_back(gain);
    }
}

// Who is out stands in the way for good. Where nobody left can come home any more the game gets nowhere, and nobody
// should bring that about.
void CrowdedRaceValue::add_impatience(const State& state, const Thinker& thinker, Account& account) const {
    if (state.now.gone && is_dead(state)) account.add(Term::crowded_dead, thinker.seat, grounds_.weights.crowded_dead);
}

bool CrowdedRaceValue::is_dead(const State& state) const {
    const auto& rules = grounds_.rules;
    CellSet stones;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code)
        if (rules.kinds[code].owners & state.now.gone) stones |= state.standing[code];
    Seats hopeful = 0;
    for (int seat = 0; seat < rules.seats; ++seat)
        if (state.in_play(seat)) hopeful |= seat_bit(seat);
    if (std::popcount(hopeful) < 2) return false;
    for (const auto& kind : rules.kinds)
        if ((kind.goal_cells & stones).any()) hopeful &= static_cast<Seats>(~kind.owners);
    return !hopeful;
}

void CrowdedRaceValue::add_ways(const Kind& kind, const CellSet& outside, const CellSet& open, Account& account) const {
    const auto& weights = grounds_.weights;
    const auto& distance = grounds_.distance;
    std::array<Cell, most_cells> pieces, fields;
    std::size_t piece_count = 0, field_count = 0;
    outside.each([&](int cell) { pieces[piece_count++] = static_cast<Cell>(cell); });
    open.each([&](int cell) { fields[field_count++] = static_cast<Cell>(cell); });
    std::array<std::uint8_t, most_cells> to_piece;
    for (std::size_t k = 0; k < field_count; ++k) to_piece[k] = Distances::far;
    int sum = 0, squares = 0;
    for (std::size_t i = 0; i < piece_count; ++i) {
        int least = Distances::far;
        for (std::size_t k = 0; k < field_count; ++k) {
            const int way = distance(pieces[i], fields[k]);
            least = std::min(least, way);
            to_piece[k] = std::min(to_piece[k], static_cast<std::uint8_t>(way));
        }
        sum += least;
        squares += least * least;
    }
    if (!piece_count) return;
    const int count = static_cast<int>(piece_count);
    account.add_to_owners(Term::crowded_way, kind, -weights.crowded_step * sum);
    account.add_to_owners(Term::crowded_alone, kind, -weights.crowded_alone * count);
    // Stragglers cost: the spread of the ways around their mean.
    account.add_to_owners(Term::crowded_lag, kind,
                          -(weights.crowded_lag * grounds_.care * (squares - sum * sum / count) / 100));
    // The furthest open fields draw the pieces in.
    int far = 0;
    for (std::size_t k = 0; k < field_count; ++k) far += to_piece[k];
    account.add_to_owners(Term::crowded_pull, kind, -weights.crowded_pull * far);
}

}  // namespace halma::engine
