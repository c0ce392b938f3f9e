// Everything that may be done in a state, whatever its phase.
#pragma once

#include "dice.hpp"

namespace halma {

inline void add_legal(const State& state, ActionList& list) {
    const auto& rules = *state.rules;
    const auto& now = state.now;
    if (now.phase == Phase::over || now.phase == Phase::roll) return;
    if (now.phase == Phase::huff) {
        state.more.huffable.each([&](int cell) { list.add(ActionKind::huff, no_cell, cell); });
        return;
    }
    const auto seat = static_cast<std::size_t>(now.seat);
    if (state.more.hands[seat] && rules.placing) {
        (rules.placing->zones[seat] - state.occupied()).each([&](int cell) {
            list.add(ActionKind::place, no_cell, cell);
        });
        return;
    }
    switch (rules.dice) {
        case Dice::split:
            add_split(state, list);
            if (state.more.used_count)
                list.add(ActionKind::done, no_cell, no_cell);
            else if (list.empty())
                list.add(ActionKind::pass, no_cell, no_cell);
            return;
        case Dice::run:
            add_runs(state, now.seat, state.more.roll[0], list);
            return;
        case Dice::none:
            add_moves(state, now.seat, list);
            if (list.empty()) list.add(ActionKind::pass, no_cell, no_cell);
    }
}

// Every action that may be played now, one for each resulting position.
inline const ActionList& legal(State& state) {
    if (!state.actions_known) {
        state.actions.clear();
        add_legal(state, state.actions);
        state.actions_known = true;
    }
    return state.actions;
}

// Whether the seat to act can only pass.
inline bool only_passes(State& state) {
    const auto& rules = *state.rules;
    // Where nothing but the movement decides, the first move that is found says no; a list would take longer.
    if (!state.actions_known && state.now.phase == Phase::move && rules.dice == Dice::none &&
        rules.duty == Duty::none && !rules.lends && !rules.swap && !state.more.hands[state.now.seat])
        return !state.own_cells(state.now.seat).find([&](int cell) {
            return visit_ordinary(state, cell, [](ActionKind, int, const CellSet&) { return true; });
        });
    const auto& found = legal(state);
    return found.size() == 1 && found[0].kind == ActionKind::pass;
}

}  // namespace halma
