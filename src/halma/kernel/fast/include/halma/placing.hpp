// Placing pieces from the hand, and what they capture by enclosing it.
#pragma once

#include "state.hpp"

namespace halma {

// A piece on the edge has fewer neighbours and is safe.
inline constexpr std::size_t enclosing_neighbours = 4;

// The pieces of others that the piece just placed is the last to enclose.
inline CellSet enclosed(const State& state, int placed) {
    CellSet found;
    const auto& rules = *state.rules;
    if (rules.enclosing == Enclosing::none) return found;
    const auto content = [&](int cell) { return state.board[static_cast<std::size_t>(cell)]; };
    const Content own = content(placed);
    for (auto victim : rules.orthogonal[placed]) {
        const auto around = rules.orthogonal[victim];
        const Content met = content(victim);
        if (!met || met == own || around.size() < enclosing_neighbours) continue;
        bool complete = true;
        for (auto near : around)
            complete &=
                rules.enclosing == Enclosing::by_anyone ? content(near) && content(near) != met : content(near) == own;
        if (complete) found.insert(victim);
    }
    return found;
}

// Whether the seat to act has its whole hand put on the board by lot.
inline bool awaits_lot(const State& state) {
    return state.rules->placing && has_seat(state.rules->placing->by_lot, state.now.seat) &&
           state.more.hands[static_cast<std::size_t>(state.now.seat)] > 0;
}

// Puts a piece from the hand on the board and takes off what it encloses.
inline void place(State& state, int target) {
    const auto seat = static_cast<std::size_t>(state.now.seat);
    state.put(target, state.rules->placing->kinds[seat]);
    --state.more.hands[seat];
    enclosed(state, target).each([&](int victim) {
        ++state.more.captured[seat];
        const Seats owners = state.kind_at(victim).owners;
        for (int owner = 0; owner < state.rules->seats; ++owner)
            if (has_seat(owners, owner)) ++state.more.lost[static_cast<std::size_t>(owner)];
        state.put(victim, 0);
    });
}

// Whether one capture can still be completed around a cell by some hunters.
inline bool can_enclose(const State& state, int cell, int victim, Seats hunters) {
    const auto& rules = *state.rules;
    const auto& hands = state.more.hands;
    std::uint32_t held = 1;  // contents that do not stand in the way, nothing among them
    std::int64_t in_hand = 0;
    std::int64_t before = 0;
    const auto wait = [&](int seat) { return (seat - state.now.seat + rules.seats) % rules.seats; };
    for (int hunter = 0; hunter < rules.seats; ++hunter) {
        if (!has_seat(hunters, hunter)) continue;
        const auto one = static_cast<std::size_t>(hunter);
        held |= 1u << rules.placing->kinds[one];
        in_hand += hands[one];
        before += hands[one] > 0 && wait(hunter) < wait(victim);
    }
    int free = 0;
    for (auto near : rules.orthogonal[cell]) {
        const auto content = state.board[static_cast<std::size_t>(near)];
        if (!(held >> content & 1)) return false;
        free += !content;
    }
    if (in_hand < free) return false;
    // The victim stands there, or is placed with some placing of the hunters still to follow.
    return !state.empty(cell) || (hands[static_cast<std::size_t>(victim)] > 0 && in_hand > before);
}

// Whether the pieces in hand, placed in turn order in whatever way, can complete another capture. The board has room
// for all other placings elsewhere, so only counts and the order of turns matter.
inline bool can_still_enclose(const State& state) {
    const auto& rules = *state.rules;
    for (int cell = 0; cell < rules.cells; ++cell) {
        const auto around = rules.orthogonal[cell];
        if (around.size() < enclosing_neighbours) continue;
        bool free = false;
        for (auto near : around) free |= state.empty(near);
        // It is the last placing that captures.
        if (!free) continue;
        for (int victim = 0; victim < rules.seats; ++victim) {
            const auto content = state.board[static_cast<std::size_t>(cell)];
            if (content && content != rules.placing->kinds[static_cast<std::size_t>(victim)]) continue;
            const auto others = static_cast<Seats>(((1u << rules.seats) - 1) & ~(1u << victim));
            if (rules.enclosing == Enclosing::by_anyone) {
                if (can_enclose(state, cell, victim, others)) return true;
                continue;
            }
            // Without each other's help every hunter has to do it alone.
            for (int hunter = 0; hunter < rules.seats; ++hunter)
                if (has_seat(others, hunter) && can_enclose(state, cell, victim, seat_bit(hunter))) return true;
        }
    }
    return false;
}

}  // namespace halma
