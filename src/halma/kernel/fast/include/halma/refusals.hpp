// Which legal actions an attempt can mean, why one is refused, and what the player to act is obliged to: asks the same
// rules that make the legal actions, one after the other. The reference kernel's refusals.py is the definition.
#pragma once

#include <optional>
#include <vector>

#include "endings.hpp"
#include "reader.hpp"
#include "written.hpp"

namespace halma {

// The rule that an attempt breaks, or that has to be kept first, and the cells it speaks about.
struct Violation {
    Reason reason = Reason::game_over;
    std::vector<int> cells;
};

inline std::vector<int> listed(const CellSet& cells) {
    std::vector<int> found;
    cells.each([&](int cell) { found.push_back(cell); });
    return found;
}

// Raises std::invalid_argument for what names no cell where one is needed. The number after the last cell is a cell
// too: off the board.
inline void check_attempt(const Rules& rules, const Attempt& attempt) {
    const auto is_cell = [&](int cell) { return cell >= 0 && cell <= rules.off; };
    const bool moves = is_move(attempt.kind) || attempt.kind == ActionKind::swap;
    const bool puts = attempt.kind == ActionKind::place || attempt.kind == ActionKind::huff;
    require((!moves || is_cell(attempt.origin)) && ((!moves && !puts) || is_cell(attempt.target)),
            "an attempt is made from a cell of the board to another");
}

// ---- what an attempt can mean ----

// Whether moves of a kind of piece with different starts or ends can lead to the same position.
inline bool can_coincide(const Rules& rules, const Kind& kind) {
    if (rules.exit) return true;
    for (const auto& mover : kind.movers)
        if (mover.word == Movement::hop && mover.captures) return true;
    return false;
}

// The listed moves that lead to the same position as a move that is not listed itself.
inline std::vector<Action> equivalents(const State& state, const ActionList& list, const Attempt& attempt) {
    const auto& kind = state.kind_at(attempt.origin);
    if (!has_seat(kind.owners, lends_to(state, state.now.seat)) || !can_coincide(*state.rules, kind)) return {};
    std::vector<MoveResult> meant;
    visit_ordinary(state, attempt.origin, [&](ActionKind word, int land, const CellSet& captured) {
        Action action{.kind = word};
        action.origin = static_cast<std::int16_t>(attempt.origin);
        action.target = static_cast<std::int16_t>(land);
        if (land == attempt.target && (!attempt.captured.any() || captured == attempt.captured))
            meant.push_back(result_of(state, action, captured));
        return false;
    });
    std::vector<Action> found;
    for (const auto& action : list)
        if (action.origin >= 0 &&
            std::find(meant.begin(), meant.end(), result_of(state, action, list.captured(action))) != meant.end())
            found.push_back(action);
    return found;
}

// The legal actions an attempt can mean: those it names, or else those that lead to the same position.
inline std::vector<Action> matching(State& state, const Attempt& attempt) {
    const auto& list = legal(state);
    std::vector<Action> named;
    for (const auto& action : list)
        if (is_same(list, action, attempt)) named.push_back(action);
    if (!named.empty() || list.empty() || !is_move(attempt.kind) || attempt.origin < 0) return named;
    return equivalents(state, list, attempt);
}

// ---- duties ----

// The duty to clear the home, where some of the legal actions do it.
inline std::optional<Violation> clearing_duty(State& state, int seat) {
    if (!must_clear(state, seat)) return {};
    auto best = Clearing::none;
    for (const auto& action : legal(state))
        if (is_move(action.kind)) best = std::max(best, clearing(state, action.origin, action.target));
    if (best == Clearing::none) return {};
    const auto reason = best == Clearing::leaving ? Reason::clear_home : Reason::clear_forward;
    return Violation{reason, listed(at_home(state, seat))};
}

// The pieces that can capture with the roll.
inline std::vector<int> able_to_capture(State& state) {
    CellSet able;
    for (const auto& action : legal(state))
        if (action.captured) able.insert(action.origin);
    return listed(able);
}

// What the player to act is obliged to, if anything.
inline std::optional<Violation> duty(State& state) {
    const auto seat = static_cast<std::size_t>(state.now.seat);
    if (state.now.phase == Phase::huff) return Violation{Reason::huff_first, listed(state.more.huffable)};
    if (state.now.phase != Phase::move) return {};
    if (state.more.hands[seat]) return Violation{Reason::place_first, {}};
    if (state.rules->dice != Dice::run) return clearing_duty(state, lends_to(state, state.now.seat));
    auto able = able_to_capture(state);
    if (able.empty()) return {};
    return Violation{Reason::must_capture, std::move(able)};
}

// ---- refusals ----

inline Violation refused_placing(const State& state, int target) {
    const auto& placing = state.rules->placing;
    const auto seat = static_cast<std::size_t>(state.now.seat);
    if (!placing || !state.more.hands[seat]) return {Reason::hand_empty, {}};
    if (!state.empty(target)) return {Reason::occupied, {target}};
    return {Reason::place_zone, listed(placing->zones[seat])};
}

// Why the piece on a cell may not be moved at all.
inline std::optional<Violation> not_movable(const State& state, int origin) {
    const int seat = state.now.seat;
    const Seats owners = state.kind_at(origin).owners;
    if (state.more.hands[static_cast<std::size_t>(seat)]) return Violation{Reason::place_first, {}};
    if (state.empty(origin)) return Violation{Reason::no_piece, {origin}};
    if (!has_seat(owners, lends_to(state, seat)))
        return Violation{has_seat(owners, seat) ? Reason::partner_only : Reason::not_yours, {origin}};
    if (state.more.has_used(origin)) return Violation{Reason::already_used, {origin}};
    return {};
}

// The restriction that forbids a move, and the cells it speaks about.
inline std::optional<Violation> refused_by_restriction(const State& state, int origin, int target) {
    for (const auto& word : state.rules->restrictions) {
        if (!restricted(state, word, origin, target)) continue;
        switch (word.word) {
            case RestrictionWord::stay_in_target:
                return Violation{Reason::stay_in_target, {origin}};
            case RestrictionWord::same_shade:
                return Violation{Reason::same_shade, {origin, target}};
            case RestrictionWord::station:
                return Violation{Reason::station, listed(state.own_cells(word.owner) & word.cells)};
            case RestrictionWord::end_in:
                return Violation{Reason::end_outside, {target}};
        }
    }
    return {};
}

inline bool is_neighbour(const Rules& rules, int cell, int other) {
    for (auto near : rules.neighbours[cell])
        if (near == other) return true;
    return false;
}

// From the other shade of square the piece could do it: it would step where it now hops, or the reverse.
inline std::optional<Violation> refused_by_shade(const State& state, int origin, int target) {
    bool by_shade = false, hops_here = false, could_do = false;
    for (const auto& mover : state.kind_at(origin).movers) {
        if (!mover.origins) continue;
        by_shade = true;
        if (mover.word != Movement::hop) continue;
        hops_here |= mover.origins->contains(origin);
        could_do |= chain(state, mover, origin).contains(target);
    }
    if (!by_shade || !(could_do || is_neighbour(*state.rules, origin, target))) return {};
    return Violation{hops_here ? Reason::light_hops : Reason::dark_steps, {origin}};
}

inline Violation unreachable(const State& state, int origin, int target) {
    const auto& kind = state.kind_at(origin);
    if (target == state.rules->off) {
        if (kind.leaves) return {Reason::unreachable, {origin}};
        return {Reason::cannot_leave, {}};
    }
    if (origin == target) return {Reason::same_place, {origin}};
    if (!state.empty(target)) return {Reason::occupied, {target}};
    if (auto refused = refused_by_shade(state, origin, target)) return *refused;
    const auto advance = [&](int cell) { return kind.advance[static_cast<std::size_t>(cell)]; };
    const bool backwards = kind.forward_only && advance(target) <= advance(origin);
    return {backwards ? Reason::forward_only : Reason::unreachable, {origin, target}};
}

// Hops of a length the dice may give, which may go back and forth.
inline bool reached_by_exact_hops(const State& state, int origin, int target) {
    if (target == origin) return false;
    for (const auto& mover : state.kind_at(origin).movers)
        for (int count = 1; mover.word == Movement::hop && count <= faces; ++count)
            if (exact_hops(state, mover, origin, count).contains(target)) return true;
    return false;
}

// Why a run along a line does not end on a cell of it.
inline Violation refused_on_line(const State& state, std::span<const Cell> line, int origin, int target) {
    const auto length = std::find(line.begin(), line.end(), target) - line.begin() + 1;
    if (length != state.more.roll[0]) return {Reason::wrong_distance, {origin, target}};
    Violation blocked{Reason::blocked_way, {}};
    for (auto cell : line.first(static_cast<std::size_t>(length) - 1))
        if (!state.empty(cell)) blocked.cells.push_back(cell);
    if (!blocked.cells.empty()) return blocked;
    const auto& met = state.kind_at(target);
    if (has_seat(met.owners, state.now.seat)) return {Reason::occupied, {target}};
    if (met.target.contains(target)) return {Reason::safe_in_goal, {target}};
    return {Reason::goal_piece, {origin}};
}

inline Violation refused_run(State& state, int origin, int target) {
    if (target == state.rules->off) return unreachable(state, origin, target);
    const bool reached = visit_destinations(state, origin, state.more.roll[0],
                                            [&](ActionKind, int land, const CellSet&) { return land == target; });
    if (reached) return {Reason::must_capture, able_to_capture(state)};
    for (const auto& mover : state.kind_at(origin).movers) {
        if (mover.rays.empty()) continue;
        const auto& lines = mover.rays.from[static_cast<std::size_t>(origin)];
        for (int i = 0; i < static_cast<int>(lines.size()); ++i)
            if (std::find(lines[i].begin(), lines[i].end(), target) != lines[i].end())
                return refused_on_line(state, lines[i], origin, target);
    }
    return unreachable(state, origin, target);
}

inline Violation refused_swap(const State& state, int whose, int origin, int target) {
    const auto& rules = *state.rules;
    if (!rules.swap) return {Reason::no_swap, {}};
    const auto& own = state.kind_at(origin);
    const auto& met = state.kind_at(target);
    const bool fits = !own.target.contains(origin) && own.target.contains(target) &&
                      is_neighbour(rules, origin, target) && !state.empty(target) && !has_seat(met.owners, whose) &&
                      met.home.contains(target);
    if (!fits) return {Reason::swap_target, {origin, target}};
    if (rules.swap_shade && rules.swap_shade->contains(origin) != rules.swap_shade->contains(target))
        return {Reason::same_shade, {origin, target}};
    return {Reason::swap_not_needed, {origin}};
}

inline Violation refused_move(State& state, const Attempt& attempt) {
    const int origin = attempt.origin, target = attempt.target;
    const int whose = lends_to(state, state.now.seat);
    if (attempt.kind == ActionKind::swap) return refused_swap(state, whose, origin, target);
    if (state.rules->dice == Dice::run) return refused_run(state, origin, target);
    bool reached = false, captures_that = !attempt.captured.any();
    visit_destinations(state, origin, 0, [&](ActionKind, int land, const CellSet& captured) {
        reached |= land == target;
        captures_that |= land == target && captured == attempt.captured;
        return reached && captures_that;
    });
    if (!reached && state.rules->dice == Dice::split) reached = reached_by_exact_hops(state, origin, target);
    if (!reached) return unreachable(state, origin, target);
    if (!captures_that) return {Reason::no_such_path, listed(attempt.captured)};
    if (auto refused = refused_by_restriction(state, origin, target)) return *refused;
    // What movement and restrictions allow, only the duty or the dice can forbid.
    if (auto refused = clearing_duty(state, whose)) return *refused;
    return {Reason::wrong_count, {}};
}

// The rule that forbids an attempt; nothing if it is legal. Of a move only origin, target and (if any are given)
// captured cells are looked at, not by which kind of move it is made.
inline std::optional<Violation> refusal(State& state, const Attempt& attempt) {
    check_attempt(*state.rules, attempt);
    if (!matching(state, attempt).empty()) return {};
    const auto phase = state.now.phase;
    if (phase == Phase::over) return Violation{Reason::game_over, {}};
    if (phase == Phase::roll) return Violation{awaits_lot(state) ? Reason::lot_first : Reason::roll_first, {}};
    if (attempt.kind == ActionKind::huff) return Violation{Reason::not_huffable, listed(state.more.huffable)};
    if (phase == Phase::huff) return Violation{Reason::huff_first, listed(state.more.huffable)};
    if (attempt.kind == ActionKind::pass) return Violation{Reason::must_move, {}};
    if (attempt.kind == ActionKind::done) return Violation{Reason::nothing_done, {}};
    if (attempt.kind == ActionKind::place) return refused_placing(state, attempt.target);
    if (auto refused = not_movable(state, attempt.origin)) return refused;
    return refused_move(state, attempt);
}

}  // namespace halma
