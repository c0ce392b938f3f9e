#include "eval/reachability.hpp"

namespace halma::engine {

Reachability::Reachability(const Rules& rules)
    : rules_(rules), distance_(rules), transit_cells_(rules.kinds.size()), bound_cells_(rules.kinds.size()) {
    if (rules.goal.word == GoalWord::home) {
        find_transit();
        find_bound();
    } else if (rules.goal.word == GoalWord::too_few) {
        find_hunting_grounds();
    }
}

// ---- transit pieces ----

void Reachability::find_transit() {
    for (std::size_t owner = 1; owner < rules_.kinds.size(); ++owner)
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            if (code == owner || !kind.goal_cells.any()) continue;
            // At home a duty to clear settles the matter, and where a piece is to go it is no transit piece.
            transit_cells_[code] |= rules_.kinds[owner].goal_cells - kind.home - kind.goal_cells;
            has_transit_ |= transit_cells_[code].any();
        }
}

bool Reachability::is_settled(const State& state, int cell) {
    if (state.empty(cell)) return false;
    const auto& kind = state.kind_at(cell);
    return kind.goal_cells.contains(cell) || (kind.owners & state.now.gone);
}

template <class Held>
std::optional<int> Reachability::moves_past(const State& state, int cell, const CellSet& inside, Held held) const {
    const auto& kind = state.kind_at(cell);
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
            if (land >= rules_.cells || reached.contains(land) || held(land)) return;
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

std::optional<int> Reachability::moves_out(const State& state, int cell, const CellSet& inside, Barred barred) const {
    if (barred == Barred::by_settled)
        return moves_past(state, cell, inside, [&](int land) { return is_settled(state, land); });
    return moves_past(state, cell, inside, [&](int land) { return !state.empty(land); });
}

// ---- bridge pieces ----

void Reachability::find_bound() {
    for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
        bool steps = false;
        CellSet free;
        for (const auto& mover : rules_.kinds[code].movers) {
            if (mover.word != Movement::step) continue;
            steps = true;
            for (int cell = 0; cell < rules_.cells; ++cell)
                if ((!mover.origins || mover.origins->contains(cell)) &&
                    (!mover.within || mover.within->contains(cell)))
                    free.insert(cell);
        }
        if (!steps) continue;
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (!free.contains(cell)) bound_cells_[code].insert(cell);
        has_bound_ |= bound_cells_[code].any();
    }
}

bool Reachability::is_shut_in(const State& state, int cell) const {
    const Content code = state.board[at(cell)];
    const auto held = [&](Cell to) { return to >= rules_.cells || (!state.empty(to) && state.board[to] != code); };
    for (const auto& mover : rules_.kind(code).movers) {
        if (mover.within || (mover.origins && !mover.origins->contains(cell))) continue;
        if (mover.word == Movement::step) {
            const auto& steps = mover.steps[cell];
            if (!std::all_of(steps.begin(), steps.end(), held)) return false;
        } else if (mover.word == Movement::hop) {
            const auto& hops = mover.hops[cell];
            if (!std::all_of(hops.begin(), hops.end(), [&](const Leap& leap) { return held(leap.land); })) return false;
        }
    }
    return true;
}

// ---- hunts ----

void Reachability::find_hunting_grounds() {
    for (auto code : rules_.codes[at(rules_.goal.hunter)])
        for (const auto& mover : rules_.kind(code).movers)
            if (mover.word == Movement::hop) hops_ = &mover.hops;
    over_.resize(at(rules_.cells));
    before_.resize(at(rules_.cells));
    near_.resize(at(rules_.cells));
    for (int cell = 0; cell < rules_.cells && hops_; ++cell)
        for (auto [over, land] : (*hops_)[cell])
            if (land < rules_.cells) {
                over_[over].push_back({static_cast<Cell>(cell), land});
                before_[over].insert(cell);
            }
    for (int cell = 0; cell < rules_.cells; ++cell)
        for (auto near : rules_.neighbours[cell])
            if (near < rules_.cells) near_[at(cell)].insert(near);
}

CellSet Reachability::beside(const CellSet& prey) const {
    CellSet found;
    prey.each([&](int cell) { found |= before_[at(cell)]; });
    return found;
}

Room Reachability::room(const State& state, int from, const CellSet& prey, const CellSet& beside, int enough) const {
    constexpr int close_by = 3;
    CellSet seen = state.occupied(), ring;
    ring.insert(from);
    Room room;
    for (int steps = 1; ring.any() && room.all <= enough; ++steps) {
        CellSet next;
        ring.each([&](int cell) { next |= near_[at(cell)]; });
        (ring & beside).each([&](int cell) {
            for (auto [over, land] : (*hops_)[cell])
                if (prey.contains(over) && land < rules_.cells) next.insert(land);
        });
        next -= seen;
        seen |= next;
        room.all += next.count();
        if (steps <= close_by) room.close = room.all;
        ring = next;
    }
    return room;
}

}  // namespace halma::engine
