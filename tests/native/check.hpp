// What must hold of every state, whatever was played.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "halma/halma.hpp"

#define MUST(condition)                                                                         \
    do {                                                                                        \
        if (!(condition)) {                                                                     \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                       \
        }                                                                                       \
    } while (false)

namespace halma {

inline bool same_result(const Result& one, const Result& other) {
    return one.known == other.known && one.drawn == other.drawn && one.placed == other.placed &&
           one.termination == other.termination && one.places == other.places;
}

inline bool same_state(const State& one, const State& other) {
    return one.board == other.board && one.standing == other.standing && one.pieces == other.pieces &&
           one.words == other.words && one.totals == other.totals && one.hash == other.hash &&
           one.now.turn == other.now.turn && one.now.passes == other.now.passes && one.now.seat == other.now.seat &&
           one.now.actor == other.now.actor && one.now.phase == other.now.phase && one.now.gone == other.now.gone &&
           same_result(one.now.result, other.now.result) && one.now.best == other.now.best &&
           one.now.idle == other.now.idle && one.more.hands == other.more.hands &&
           one.more.captured == other.more.captured && one.more.lost == other.more.lost &&
           one.more.roll == other.more.roll && one.more.used_count == other.more.used_count &&
           one.more.huffable == other.more.huffable;
}

// What is kept up to date with every change is what one would count afresh.
inline void check_counts(const State& state) {
    const auto& rules = *state.rules;
    State fresh(state.keeper);
    for (int cell = 0; cell < rules.cells; ++cell) fresh.set(cell, state.board[static_cast<std::size_t>(cell)]);
    MUST(fresh.standing == state.standing);
    MUST(fresh.pieces == state.pieces);
    MUST(fresh.words == state.words);
    MUST(fresh.totals == state.totals);
    MUST(fresh.hash == state.hash);
}

// Legal actions end on free cells (or on what they capture or change places with), and no two are the same.
inline void check_actions(State& state) {
    const auto& rules = *state.rules;
    const auto& list = legal(state);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto& action = list[i];
        const auto& captured = list.captured(action);
        MUST(captured.within(state.occupied()));
        MUST(!captured.contains(action.origin < 0 ? rules.off : action.origin));
        switch (action.kind) {
            case ActionKind::step:
            case ActionKind::hop:
            case ActionKind::run:
            case ActionKind::retrace:
                MUST(action.origin >= 0 && action.origin < rules.cells && !state.empty(action.origin));
                MUST(action.target >= 0 && action.target <= rules.off);
                MUST(state.empty(action.target) || captured.contains(action.target) ||
                     (action.captured && action.target == action.origin));
                break;
            case ActionKind::swap:
                MUST(!state.empty(action.origin) && !state.empty(action.target));
                break;
            case ActionKind::place:
                MUST(state.empty(action.target));
                break;
            case ActionKind::huff:
                MUST(action.target >= 0 && action.target < rules.cells);
                break;
            case ActionKind::pass:
                MUST(list.size() == 1);
                break;
            case ActionKind::done:
                MUST(state.more.used_count > 0);
        }
        for (std::size_t other = 0; other < i && list.size() < 60; ++other)
            MUST(list[other].kind != action.kind || list[other].origin != action.origin ||
                 list[other].target != action.target || !(list.captured(list[other]) == captured));
    }
    if (rules.quick_draw && state.now.phase == Phase::move) {
        // Drawing finds listed moves only.
        Random random(state.hash);
        const auto drawn = draw_move(state, lends_to(state, state.now.seat), random);
        MUST(drawn.has_value() == (list[0].kind != ActionKind::pass));
        bool listed = !drawn;
        for (const auto& action : list)
            listed |= action.kind == drawn->kind && action.origin == drawn->origin && action.target == drawn->target;
        MUST(listed);
    }
}

// Wide registers find the same moves as plain words.
inline void check_wide(const State& state) {
    const auto& lattice = state.rules->lattice;
    if (!lattice || !lattice->wide || lattice->far_hops) return;
    LatticeMoves wide_found, found;
    for (std::size_t code = 1; code < state.rules->kinds.size(); ++code) {
        const Words ends = state.hash % 2 ? lattice->cells : state.rules->kind(static_cast<Content>(code)).target_words;
        find_moves(*lattice, state.words[0], state.words[code], ends, wide_found);
        if (lattice->lines == 3)
            portable::find_moves<3>(*lattice, state.words[0], state.words[code], ends, found);
        else
            portable::find_moves<4>(*lattice, state.words[0], state.words[code], ends, found);
        MUST(found.count == wide_found.count && found.batches == wide_found.batches);
        for (std::size_t way = 0; way < static_cast<std::size_t>(lattice->directions); ++way)
            MUST(found.steps[way] == wide_found.steps[way] && found.step_counts[way] == wide_found.step_counts[way]);
        for (std::size_t batch = 0; batch < found.batches; ++batch)
            MUST(found.hoppers[batch] == wide_found.hoppers[batch] && found.ends[batch] == wide_found.ends[batch] &&
                 found.end_counts[batch] == wide_found.end_counts[batch]);
    }
}

// A way of a legal action begins and ends where the action does.
inline void check_paths(State& state) {
    const auto& list = legal(state);
    for (std::size_t i = 0; i < list.size(); i += 1 + list.size() / 8) {
        const auto way = path(state, list[i], list.captured(list[i]));
        if (list[i].origin < 0)
            MUST(way.empty());
        else
            MUST(way.size() > 1 && way.front() == list[i].origin && way.back() == list[i].target);
    }
}

// Whatever is attempted is either refused, for cells that there are, or means legal actions; no legal action is
// refused.
inline void check_refusals(State& state) {
    const auto& rules = *state.rules;
    const auto speaks_of_cells = [&](const std::optional<Violation>& refused) {
        for (int cell : refused->cells) MUST(cell >= 0 && cell <= rules.off);
        MUST(static_cast<int>(refused->reason) < word_count(Reason{}));
    };
    if (const auto due = duty(state)) speaks_of_cells(due);
    const auto& list = legal(state);
    for (std::size_t i = 0; i < list.size(); i += 1 + list.size() / 4) {
        const Attempt attempt{list[i].kind, list[i].origin, list[i].target, list.captured(list[i])};
        MUST(!refusal(state, attempt));
        MUST(!matching(state, attempt).empty());
    }
    Random random(position_key(state));
    const auto some_cell = [&] { return static_cast<int>(random.below(static_cast<std::uint32_t>(rules.cells) + 1)); };
    for (int kind = 0; kind < word_count(ActionKind{}); ++kind) {
        Attempt attempt{static_cast<ActionKind>(kind), some_cell(), some_cell(), {}};
        const auto own = state.own_cells(state.now.seat);
        if (own.any() && kind % 2) attempt.origin = own.first();
        if (random.below(4) == 0) attempt.captured.insert(some_cell());
        const auto meant = matching(state, attempt);
        const auto refused = refusal(state, attempt);
        MUST(meant.empty() == refused.has_value());
        if (refused) speaks_of_cells(refused);
        attempt.origin = no_cell;
        if (kind <= static_cast<int>(ActionKind::retrace)) MUST(matching(state, attempt).empty());
    }
}

inline void check_places(const State& state) {
    const auto& result = state.now.result;
    MUST((state.now.phase == Phase::over) == result.known);
    if (!result.known || !result.placed) return;
    for (int seat = 0; seat < state.rules->seats; ++seat) {
        int better = 0;
        for (int other = 0; other < state.rules->seats; ++other)
            better += result.places[static_cast<std::size_t>(other)] < result.places[static_cast<std::size_t>(seat)];
        // Equal seats share a place and the next ones are left free.
        MUST(result.places[static_cast<std::size_t>(seat)] == better + 1);
    }
}

inline void check_all(State& state) {
    check_counts(state);
    check_actions(state);
    check_wide(state);
    check_paths(state);
    check_refusals(state);
    check_places(state);
}

}  // namespace halma
