// Playing: what an action, a roll and an undo do, and how the turn goes on.
#pragma once

#include <stdexcept>

#include "endings.hpp"

namespace halma {

// Called now and then by what takes long, so that somebody can break it off.
using Pause = void (*)();

// ---- from turn to turn ----

// The position as the stall rule tells it from others: board, seat to move, who is out, hands and scores.
inline std::uint64_t position_key(const State& state) {
    const auto mix = [](std::uint64_t sum, std::uint64_t value) {
        sum = (sum ^ value) * 0xD6E8FEB86659FD93u;
        return sum ^ (sum >> 32);
    };
    std::uint64_t other = state.now.seat + 1u;
    for (std::size_t i = 0; i < state.now.out.count; ++i) other = other * 8 + state.now.out.seats[i] + 1u;
    std::uint64_t sum = state.hash ^ mix(0x5EA7u, other);
    if (state.rules->has_extras)
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.rules->seats); ++seat) {
            sum = mix(sum, static_cast<std::uint64_t>(state.more.hands[seat]));
            sum = mix(sum, static_cast<std::uint64_t>(state.more.captured[seat]));
            sum = mix(sum, static_cast<std::uint64_t>(state.more.lost[seat]));
        }
    return sum;
}

// What is judged at the start of a turn, for as many seats as fall out or finish by it.
inline void begin_turn(State& state, bool rolled = false) {
    while (settle_seat(state))
        // Fewer seats are left, and those may all have passed or made no progress.
        if (state.now.phase == Phase::over || stop_if_nobody_gets_on(state)) return;
    const bool rolls = state.rules->dice != Dice::none && !rolled && state.now.phase != Phase::huff;
    if (rolls || awaits_lot(state)) state.now.phase = Phase::roll;
    state.actions_known = false;
    if (nothing_left(state) || !state.rules->stall) return;
    state.key = position_key(state);
    state.counted = true;
    stop_if_repeated(state, state.seen.count(state.key));
}

inline void give_turn(State& state, int seat) { state.now.seat = state.now.actor = static_cast<std::uint8_t>(seat); }

inline void end_turn(State& state, bool passed, int moved_to, bool event) {
    const int seat = state.now.seat;
    ++state.now.turn;
    state.now.passes = passed ? state.now.passes + 1 : 0;
    if (state.rules->dice != Dice::none) {
        auto& more = state.more;
        more.rolled = more.steps = more.division_count = more.used_count = 0;
        more.roll = {};
        more.hopped = false;
    }
    state.actions_known = false;
    count_progress(state, seat, event);
    if (reaches_goal(state, seat, moved_to) || stop_if_nobody_gets_on(state)) return;
    const bool places_on =
        state.rules->placing && !state.rules->placing->in_turn && state.more.hands[static_cast<std::size_t>(seat)];
    give_turn(state, places_on ? seat : state.following(seat));
    begin_turn(state);
}

// Lets a seat roll next in a game of runs.
inline void next_roll(State& state, int seat) {
    give_turn(state, seat);
    state.more.rolled = 0;
    state.more.roll = {};
    state.more.huffable = {};
    begin_turn(state);
}

inline void after_run(State& state) {
    const bool again = state.more.roll[0] == state.rules->again;
    state.now.phase = Phase::roll;
    next_roll(state, again ? state.now.seat : state.following(state.now.seat));
}

// ---- actions ----

inline void remember(State& state) {
    state.past.push_back(
        {.now = state.now, .changes = state.changes.size(), .key = state.key, .counted = state.counted});
    if (state.rules->has_extras) state.past_extras.push_back(state.more);
    state.counted = false;
    state.actions_known = false;
}

// The pieces of which one is taken off for a missed capture, where they will stand after the move.
inline CellSet missed_captures(State& state, const Action& action) {
    CellSet missed;
    if (state.rules->dice != Dice::run || action.captured) return missed;
    for (const auto& other : legal(state))
        if (other.captured) missed.insert(other.origin);
    if (missed.any() && state.rules->capture == CaptureDuty::huff_any) missed = state.own_cells(state.now.seat);
    if (missed.contains(action.origin)) {
        missed.erase(action.origin);
        missed.insert(action.target);
    }
    return missed;
}

inline int cell_between(const State& state, int origin, int target) {
    for (const auto& mover : state.kind_at(origin).movers) {
        if (mover.word != Movement::retrace || mover.rays.empty()) continue;
        const auto& rays = mover.rays.from[static_cast<std::size_t>(origin)];
        for (int i = 0; i < static_cast<int>(rays.size()); ++i)
            if (rays[i].size() > 1 && rays[i][1] == target) return rays[i][0];
    }
    throw std::invalid_argument("halma: there is no such hop to retrace");
}

inline void use_roll(State& state, const Action& action) {
    auto& more = state.more;
    more.use(action.target);
    if (action.kind == ActionKind::step)
        ++more.steps;
    else
        more.hopped = true;
    std::uint8_t kept = 0;
    for (std::size_t i = 0; i < more.division_count; ++i)
        if (action.divisions >> i & 1) more.divisions[kept++] = more.divisions[i];
    more.division_count = kept;
}

inline void move_piece(State& state, const Action& action, const CellSet& captured) {
    const auto& rules = *state.rules;
    const int origin = action.origin, target = action.target;
    const Content mover = state.board[static_cast<std::size_t>(origin)];
    const bool event = action.captured || target == rules.off;
    const bool gone = rules.exit && rules.exit->contains(target);
    if (action.kind <= ActionKind::run && !action.captured && !gone && target != rules.off) {
        state.relocate(origin, target);
        state.past.back().origin = action.origin;
        state.past.back().target = action.target;
        if (rules.dice == Dice::none) end_turn(state, false, target, false);
        return;
    }
    const int between = action.kind == ActionKind::retrace ? cell_between(state, origin, target) : no_cell;
    state.put(origin, action.kind == ActionKind::swap ? state.board[static_cast<std::size_t>(target)] : Content{0});
    if (action.captured) captured.each([&](int cell) { state.put(cell, 0); });
    if (between != no_cell) state.put(between, mover);
    if (!gone && target != rules.off) state.put(target, mover);
    if (action.captured || gone)
        state.more.captured[state.now.seat] += (action.captured ? captured.count() : 0) + (gone && rules.exit_counts);
    if (rules.dice == Dice::none) end_turn(state, false, target, event);
}

// Plays a legal action of `list`. The caller has made sure that it is one.
inline void apply(State& state, const ActionList& list, const Action given) {
    const CellSet captured = given.captured ? list.captured(given) : CellSet{};
    const CellSet missed = given.kind == ActionKind::run ? missed_captures(state, given) : CellSet{};
    remember(state);
    switch (given.kind) {
        case ActionKind::pass:
            end_turn(state, true, no_cell, false);
            return;
        case ActionKind::done:
            end_turn(state, false, no_cell, false);
            return;
        case ActionKind::huff:
            state.put(given.target, 0);
            ++state.now.turn;
            after_run(state);
            return;
        case ActionKind::place:
            place(state, given.target);
            end_turn(state, false, given.target, true);
            return;
        case ActionKind::step:
        case ActionKind::hop:
        case ActionKind::run:
        case ActionKind::retrace:
        case ActionKind::swap:
            break;
    }
    move_piece(state, given, captured);
    if (state.rules->dice == Dice::split) {
        use_roll(state, given);
        state.actions_known = false;
        const auto& left = legal(state);
        if (left.empty() || (left.size() == 1 && left[0].kind == ActionKind::done))
            end_turn(state, false, no_cell, false);
    } else if (state.rules->dice == Dice::run) {
        ++state.now.turn;
        state.actions_known = false;
        if (missed.any()) {
            // A missed capture is huffed at once by the next player; then the die goes on.
            state.now.phase = Phase::huff;
            state.now.actor = static_cast<std::uint8_t>(state.following(state.now.seat));
            state.more.huffable = missed;
        } else {
            after_run(state);
        }
    }
}

inline int dice_count(const Rules& rules) { return rules.dice == Dice::none ? 0 : rules.dice == Dice::split ? 2 : 1; }

// Puts the whole hand of the seat to act on these cells. It is no turn: nobody decided anything.
inline void scatter(State& state, const CellSet& cells) {
    if (state.now.phase != Phase::roll || !awaits_lot(state)) throw std::invalid_argument("halma: no lot is drawn now");
    const auto seat = static_cast<std::size_t>(state.now.seat);
    const auto& placing = *state.rules->placing;
    if (cells.count() != state.more.hands[seat] || !cells.within(placing.zones[seat] - state.occupied()))
        throw std::invalid_argument("halma: a lot puts every piece of the hand on a free cell");
    remember(state);
    cells.each([&](int cell) { state.put(cell, placing.kinds[seat]); });
    state.more.hands[seat] = 0;
    state.now.phase = Phase::move;
    give_turn(state, state.following(state.now.seat));
    begin_turn(state);
}

// Gives the dice their values; a roll that cannot be used in a game of runs lapses at once.
inline void roll(State& state, int one, int other = 0) {
    const auto& rules = *state.rules;
    if (state.now.phase != Phase::roll || awaits_lot(state))
        throw std::invalid_argument("halma: there is nothing to roll for now");
    if (one < 1 || one > faces || (rules.dice == Dice::split && (other < 1 || other > faces)))
        throw std::invalid_argument("halma: dice show numbers from 1 to 6");
    remember(state);
    auto& more = state.more;
    state.now.phase = Phase::move;
    more.rolled = static_cast<std::uint8_t>(dice_count(rules));
    more.roll = {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(rules.dice == Dice::split ? other : 0)};
    if (rules.dice == Dice::split) {
        more.divisions = {Division{more.roll[0], more.roll[1]}, Division{more.roll[1], more.roll[0]}};
        more.division_count = one == other ? 1 : 2;
        return;
    }
    // The roll lapses: no turn was made, so neither turn number nor passes change.
    if (legal(state).empty()) next_roll(state, one == rules.again ? state.now.seat : state.following(state.now.seat));
}

// Takes the last action or roll back.
inline void undo(State& state) {
    if (state.past.empty()) throw std::out_of_range("halma: there is nothing to take back");
    if (state.counted) state.seen.forget(state.key);
    const auto& record = state.past.back();
    while (state.changes.size() > record.changes) {
        const auto [cell, before] = state.changes.back();
        state.set(cell, before);
        state.changes.pop_back();
    }
    if (record.origin != no_cell) state.relocate(record.target, record.origin);
    state.now = record.now;
    if (state.rules->has_extras) {
        state.more = state.past_extras.back();
        state.past_extras.pop_back();
    }
    state.key = record.key;
    state.counted = record.counted;
    state.past.pop_back();
    state.actions_known = false;
}

// ---- beginning ----

// Puts a state at the start of a game; what it remembers of an earlier one is forgotten.
inline void start(State& state, int first) {
    const auto& rules = *state.rules;
    if (first < 0 || first >= rules.seats) throw std::invalid_argument("halma: there is no such seat");
    state.changes.clear();
    state.past.clear();
    state.past_extras.clear();
    state.seen.clear();
    state.counted = false;
    for (int cell = 0; cell < rules.cells; ++cell) state.set(cell, rules.start[static_cast<std::size_t>(cell)]);
    state.now = {};
    state.more = {};
    give_turn(state, first);
    state.now.best = state.totals;
    if (rules.placing)
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.seats); ++seat)
            state.more.hands[seat] = rules.placing->counts[seat];
    begin_turn(state);
}

}  // namespace halma
