// The actions that dice give: the two dice of steps and hops, and the one die of runs.
#pragma once

#include "legal.hpp"

namespace halma {

// ---- two dice ----

// Where a piece can come by exactly so many hops.
inline CellSet exact_ends(const State& state, int cell, int hops) {
    CellSet found;
    if (state.rules->lattice && !state.rules->lattice->far_hops) {
        const auto& lattice = *state.rules->lattice;
        const auto own = lattice.class_of[static_cast<std::size_t>(cell)];
        const Word piece = Word{1} << lattice.bit_of[static_cast<std::size_t>(cell)];
        for (Word ends = exact_hops(lattice, state.words[0], own, piece, hops); ends; ends &= ends - 1)
            found.insert(lattice.cell_at(own, ends));
    } else {
        for (const auto& mover : state.kind_at(cell).movers)
            if (mover.word == Movement::hop) found |= exact_hops(state, mover, cell, hops);
    }
    found.erase(cell);
    return found;
}

// Leaves to each division of the roll the actions that are allowed under the duty to clear.
inline void keep_dutiful_divisions(const State& state, ActionList& list) {
    if (!must_clear(state, state.now.seat)) return;
    for (std::size_t i = 0; i < state.more.division_count; ++i) {
        const auto bit = static_cast<std::uint8_t>(1u << i);
        auto best = Clearing::none;
        for (const auto& action : list)
            if (action.divisions & bit) best = std::max(best, clearing(state, action.origin, action.target));
        if (best == Clearing::none && state.rules->duty == Duty::lenient) continue;
        for (std::size_t at = 0; at < list.size(); ++at)
            if (best == Clearing::none || clearing(state, list[at].origin, list[at].target) != best)
                list[at].divisions &= static_cast<std::uint8_t>(~bit);
    }
    list.filter([](const Action& action) { return action.divisions != 0; });
}

// The next actions of a turn with two dice, each with the divisions of the roll that allow it.
inline void add_split(const State& state, ActionList& list) {
    const auto& more = state.more;
    std::uint8_t stepping = 0;
    for (std::size_t i = 0; i < more.division_count; ++i)
        if (more.steps < more.divisions[i].steps) stepping |= static_cast<std::uint8_t>(1u << i);
    state.own_cells(state.now.seat).each([&](int cell) {
        if (more.has_used(cell)) return;
        const auto add = [&](ActionKind kind, int land, unsigned divisions) {
            if (!allowed(state, cell, land)) return;
            list.add(kind, cell, land);
            list[list.size() - 1].divisions = static_cast<std::uint8_t>(divisions);
        };
        if (stepping)
            for (const auto& mover : state.kind_at(cell).movers)
                if (mover.word == Movement::step)
                    visit_steps(state, mover, cell, [&](ActionKind kind, int land, const CellSet&) {
                        add(kind, land, stepping);
                        return false;
                    });
        if (more.hopped || !more.division_count) return;
        const CellSet one = exact_ends(state, cell, more.divisions[0].hops);
        const CellSet other = more.division_count > 1 ? exact_ends(state, cell, more.divisions[1].hops) : CellSet{};
        (one | other).each([&](int land) {
            add(ActionKind::hop, land, (one.contains(land) ? 1u : 0u) | (other.contains(land) ? 2u : 0u));
        });
    });
    keep_dutiful_divisions(state, list);
}

// ---- one die ----

// The runs of a seat with a roll.
inline void add_runs(const State& state, int seat, int distance, ActionList& list) {
    bool captures = false;
    state.own_cells(seat).each([&](int cell) {
        visit_destinations(state, cell, distance, [&](ActionKind kind, int land, const CellSet& captured) {
            if (captured.any()) {
                list.add(kind, cell, land, captured);
                captures = true;
            } else {
                list.add(kind, cell, land);
            }
            return false;
        });
    });
    if (captures && state.rules->capture == CaptureDuty::forced)
        list.filter([](const Action& action) { return action.captured != 0; });
}

// Whether some seat has a move with some roll.
inline bool anyone_can_run(const State& state) {
    for (int seat = 0; seat < state.rules->seats; ++seat) {
        const bool found = state.own_cells(seat).find([&](int cell) {
            for (int face = 1; face <= faces; ++face)
                if (visit_destinations(state, cell, face, [](ActionKind, int, const CellSet&) { return true; }))
                    return true;
            return false;
        });
        if (found) return true;
    }
    return false;
}

}  // namespace halma
