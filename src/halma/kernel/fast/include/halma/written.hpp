// Which legal action somebody means who writes down the way of a piece. The reference kernel's paths.py and refusals.py
// are the definition.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "choices.hpp"
#include "movement.hpp"

namespace halma {

// What hops along a way capture, made by one word of a movement; nothing if the piece cannot go that way.
inline std::optional<CellSet> captured_by(const State& state, const Mover& mover, std::span<const int> way) {
    const int origin = way[0];
    int at = origin;
    CellSet lifted;
    for (std::size_t i = 1; i < way.size(); ++i) {
        // Off the board there is nowhere to go on to.
        if (at >= state.rules->cells) return std::nullopt;
        const int land = way[i];
        int over = no_cell;
        landings(state, mover, at, origin, lifted, [&](int hopped, int end) {
            if (end == land && over == no_cell) over = hopped;
        });
        if (over == no_cell) {
            // One step may follow the hops.
            if (i + 1 != way.size() || i == 1 || mover.steps.empty()) return std::nullopt;
            const auto steps = mover.steps[at];
            const bool is_free = land == origin || lifted.contains(land) || state.empty(land);
            if (!is_free || std::find(steps.begin(), steps.end(), land) == steps.end()) return std::nullopt;
        } else if (mover.captures) {
            lifted.insert(over);
        }
        at = land;
    }
    return lifted;
}

// What hops along a written way capture; nothing if the piece cannot go that way. Cells may be those of the board and
// the one after the last, which is off the board.
inline std::optional<CellSet> captured_on(const State& state, std::span<const int> way) {
    if (way.empty() || way[0] >= state.rules->cells || state.empty(way[0])) return std::nullopt;
    for (const auto& mover : state.kind_at(way[0]).movers)
        if (mover.word == Movement::hop)
            if (const auto captured = captured_by(state, mover, way)) return captured;
    return std::nullopt;
}

// What somebody would like to play: a kind, the ends and perhaps the captured cells.
struct Attempt {
    ActionKind kind = ActionKind::pass;
    int origin = no_cell;
    int target = no_cell;
    CellSet captured;
};

constexpr bool is_move(ActionKind kind) { return kind <= ActionKind::retrace; }

// Whether a legal action is what an attempt means. Of a move the kind does not matter.
inline bool is_same(const ActionList& list, const Action& action, const Attempt& attempt) {
    if (action.origin != attempt.origin || action.target != attempt.target) return false;
    if (!is_move(attempt.kind)) return action.kind == attempt.kind;
    if (!is_move(action.kind)) return false;
    return !attempt.captured.any() || (action.captured && list.captured(action) == attempt.captured);
}

// The legal action that a written way names: by its ends, or, with more cells, by every hop. Nothing if there is none
// or if there are several.
inline const Action* find_way(State& state, std::span<const int> way) {
    if (way.size() < 2) return nullptr;
    Attempt attempt{ActionKind::hop, way.front(), way.back(), {}};
    if (way.size() > 2) {
        const auto found = captured_on(state, way);
        if (!found) return nullptr;
        attempt.captured = *found;
    }
    const auto& list = legal(state);
    const Action* only = nullptr;
    for (const auto& action : list)
        if (is_same(list, action, attempt)) {
            if (only) return nullptr;
            only = &action;
        }
    return only;
}

}  // namespace halma
