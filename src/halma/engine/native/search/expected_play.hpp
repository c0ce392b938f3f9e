// What the others are expected to play where one's own turns are planned far ahead: what looks best at a glance.
#pragma once

#include "eval/goal_value.hpp"
#include "search/budget.hpp"

namespace halma::engine {

// What anybody would play who sees one move far: the largest gain of advance, of equal ones with the hindmost piece.
inline Action largest_advance(const State& state, const ActionList& list) {
    using Rank = std::array<int, 4>;
    const auto rank = [&](const Action& action) -> Rank {
        if (action.origin < 0 || action.target < 0 || action.target >= state.rules->cells) return {};
        const auto& advance = state.kind_at(action.origin).advance;
        const int before = advance[at(action.origin)];
        return {before - advance[at(action.target)], before, action.origin, action.target};
    };
    return *std::min_element(list.begin(), list.end(),
                             [&](const Action& one, const Action& other) { return rank(one) < rank(other); });
}

// The others play until it is the turn of a seat again, or until that seat is out.
inline void let_others_play(State& state, int seat, Budget& budget) {
    ActionList list;
    while (state.now.phase == Phase::move && state.now.actor != seat && !budget.over()) {
        list.clear();
        add_legal(state, list);
        apply(state, list, largest_advance(state, list));
        forget_past(state);
        budget.spend(1);
        if (!state.in_play(seat)) break;
    }
}

// A position without its past, which a plan need not remember, so that copies are cheap.
inline State without_past(const State& given) {
    State state = given;
    state.seen.clear();
    state.seen = {};
    forget_past(state);
    state.past.shrink_to_fit();
    state.actions = {};
    state.actions_known = false;
    return state;
}

}  // namespace halma::engine
