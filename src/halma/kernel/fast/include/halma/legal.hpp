// Which moves are legal: movement, then restrictions, swaps and the duty to clear the home.
#pragma once

#include <algorithm>

#include "lattice_moves.hpp"
#include "movement.hpp"

namespace halma {

// ---- restrictions: they ask where a move ends, not where its hops pass ----

inline bool restricted(const State& state, const Restriction& word, int origin, int target) {
    const auto& kind = state.kind_at(origin);
    switch (word.word) {
        case RestrictionWord::stay_in_target:
            return kind.target.contains(origin) && !kind.target.contains(target);
        case RestrictionWord::same_shade:
            return word.cells.contains(origin) != word.cells.contains(target);
        case RestrictionWord::station:
            return word.cells.contains(target) && !has_seat(kind.owners, word.owner) &&
                   state.own_cells(word.owner).meets(word.cells);
        case RestrictionWord::end_in:
            return !word.cells.contains(target);
    }
    return false;
}

inline bool allowed(const State& state, int origin, int target) {
    for (const auto& word : state.rules->restrictions)
        if (restricted(state, word, origin, target)) return false;
    return true;
}

// Moves of a piece by movement and restrictions, without swap, duty or dice.
template <class Visit>
bool visit_ordinary(const State& state, int cell, Visit visit) {
    return visit_destinations(state, cell, 0, [&](ActionKind kind, int land, const CellSet& captured) {
        return allowed(state, cell, land) && visit(kind, land, captured);
    });
}

// Some pieces of a kind with the cells they may end on, where pieces in the target have to stay there.
template <class Visit>
void each_set(const Rules& rules, const Kind& kind, const Words& pieces, const Words& ends, Visit visit) {
    if (!rules.stay_in_target) {
        if (pieces.any()) visit(pieces, ends);
        return;
    }
    const Words inside = pieces & kind.target_words, outside = pieces - kind.target_words;
    if (outside.any()) visit(outside, ends);
    if (inside.any()) visit(inside, ends & kind.target_words);
}

// All pieces of a seat with the cells they may end on, as few sets as can be.
template <class Visit>
void each_set(const State& state, int seat, Visit visit) {
    const auto& rules = *state.rules;
    const auto& codes = rules.codes[static_cast<std::size_t>(seat)];
    Words outside{};
    for (auto code : codes)
        outside =
            outside | (rules.stay_in_target ? state.words[code] - rules.kind(code).target_words : state.words[code]);
    if (outside.any()) visit(outside, rules.lattice->cells);
    if (!rules.stay_in_target) return;
    for (auto code : codes) {
        const Words inside = state.words[code] & rules.kind(code).target_words;
        if (inside.any()) visit(inside, rules.kind(code).target_words);
    }
}

// Moves of pieces of the lattice, all from whole-board shifts.
inline void add_lattice_moves(const State& state, int seat, ActionList& list) {
    const auto& rules = *state.rules;
    const auto& lattice = *rules.lattice;
    LatticeMoves moves;
    each_set(state, seat, [&](const Words& pieces, const Words& ends) {
        find_moves(lattice, state.words[0], pieces, ends, moves);
        moves.each(lattice, [&](bool hops, std::size_t own, Word from, std::size_t to, Word lands) {
            const int origin = lattice.cell_at(own, from);
            for (; lands; lands &= lands - 1) {
                const int land = lattice.cell_at(to, lands);
                // The sets have seen to the target; whatever else restricts is asked of each move.
                if (rules.only_stay_in_target || allowed(state, origin, land))
                    list.add(hops ? ActionKind::hop : ActionKind::step, origin, land);
            }
        });
    });
}

// Moves of a seat's pieces by movement and restrictions, without swap, duty or dice.
inline void add_ordinary(const State& state, int seat, ActionList& list) {
    if (state.rules->lattice) {
        add_lattice_moves(state, seat, list);
        return;
    }
    state.own_cells(seat).each([&](int cell) {
        visit_ordinary(state, cell, [&](ActionKind kind, int land, const CellSet& captured) {
            if (captured.any())
                list.add(kind, cell, land, captured);
            else
                list.add(kind, cell, land);
            return false;
        });
    });
}

// ---- the duty to clear the home ----

inline bool any_at_home(const State& state, int seat) {
    for (auto code : state.rules->codes[static_cast<std::size_t>(seat)])
        if (state.standing[code].meets(state.rules->kind(code).home)) return true;
    return false;
}

// The cells of its own home on which pieces of a seat still stand.
inline CellSet at_home(const State& state, int seat) {
    CellSet found;
    for (auto code : state.rules->codes[static_cast<std::size_t>(seat)])
        found |= state.standing[code] & state.rules->kind(code).home;
    return found;
}

// Whether a seat has the duty to clear its home on the position as it is.
inline bool must_clear(const State& state, int seat) {
    if (state.rules->duty == Duty::none) return false;
    for (int other = 0; other < state.rules->seats; ++other)
        // Whoever has finished counts, whoever is out does not.
        if (other != seat && !state.now.out.contains(other) && !any_at_home(state, other))
            return any_at_home(state, seat);
    return false;
}

enum class Clearing : std::uint8_t { none, forward, leaving };

// What an action does for the duty.
inline Clearing clearing(const State& state, int origin, int target) {
    const auto& kind = state.kind_at(origin);
    if (!kind.home.contains(origin)) return Clearing::none;
    if (!kind.home.contains(target)) return Clearing::leaving;
    const auto& advance = kind.advance;
    return advance[static_cast<std::size_t>(target)] > advance[static_cast<std::size_t>(origin)] ? Clearing::forward
                                                                                                 : Clearing::none;
}

// Whether a seat has a move that does the duty, by movement and restrictions.
inline bool can_clear(const State& state, int seat) {
    return at_home(state, seat).find([&](int cell) {
        return visit_ordinary(state, cell, [&](ActionKind, int land, const CellSet&) {
            return clearing(state, cell, land) != Clearing::none;
        });
    });
}

// Leaves the actions that are allowed under the duty to clear: out of the home, or else further advanced inside it.
inline void keep_dutiful(const State& state, int seat, ActionList& list) {
    if (!must_clear(state, seat)) return;
    auto best = Clearing::none;
    for (const auto& action : list) best = std::max(best, clearing(state, action.origin, action.target));
    if (best == Clearing::none && state.rules->duty == Duty::lenient) return;
    list.filter([&](const Action& action) {
        return best != Clearing::none && clearing(state, action.origin, action.target) == best;
    });
}

// ---- swapping ----

// Changes of place with pieces that still stand in their home, the mover's target; `list` has the ordinary moves.
inline void add_swaps(const State& state, int seat, ActionList& list) {
    const auto& rules = *state.rules;
    if (!rules.swap) return;
    CellSet enters;
    for (const auto& action : list)
        if (state.kind_at(action.origin).target.contains(action.target)) enters.insert(action.origin);
    state.own_cells(seat).each([&](int cell) {
        const auto& own = state.kind_at(cell);
        if (own.target.contains(cell) || enters.contains(cell)) return;
        for (auto near : rules.neighbours[cell]) {
            if (state.empty(near) || !own.target.contains(near)) continue;
            const auto& met = state.kind_at(near);
            if (!met.home.contains(near) || has_seat(met.owners, seat)) continue;
            if (rules.swap_shade && rules.swap_shade->contains(cell) != rules.swap_shade->contains(near)) continue;
            list.add(ActionKind::swap, cell, near);
        }
    });
}

// ---- all together ----

// The position a move leads to: the cells it empties, the cell it fills and with what, and how many pieces the player
// gains.
struct MoveResult {
    CellSet emptied;
    int filled = no_cell;
    Content content = 0;
    int gain = 0;
    friend bool operator==(const MoveResult&, const MoveResult&) = default;
};

struct MixedResult {
    std::size_t operator()(const MoveResult& result) const {
        return static_cast<std::size_t>(result.emptied.mixed() +
                                        0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(result.filled));
    }
};

inline MoveResult result_of(const State& state, const Action& action, const CellSet& captured) {
    const auto& rules = *state.rules;
    const bool leaves = rules.exit && rules.exit->contains(action.target);
    MoveResult result{captured, no_cell, 0, captured.count() + (leaves && rules.exit_counts)};
    // A piece that captures on a way that ends where it began changes nothing there: no matter which piece did so.
    if (leaves || action.origin != action.target) result.emptied.insert(action.origin);
    if (!leaves && action.origin != action.target) {
        result.filled = action.target;
        result.content = state.board[static_cast<std::size_t>(action.origin)];
    }
    return result;
}

// Where pieces are captured or leave the game, moves with different starts or ends can lead to the same position: the
// one with the lowest start and end stands for them.
inline void keep_one_for_each_position(const State& state, ActionList& list) {
    if (!state.rules->exit &&
        std::count_if(list.begin(), list.end(), [](const Action& action) { return action.captured; }) < 2)
        return;
    std::vector<std::size_t> order(list.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return std::pair(list[one].origin, list[one].target) < std::pair(list[other].origin, list[other].target);
    });
    std::unordered_set<MoveResult, MixedResult> found;
    ActionList kept;
    for (auto i : order) {
        const auto& action = list[i];
        if (found.insert(result_of(state, action, list.captured(action))).second) kept.add(list, action);
    }
    list = std::move(kept);
}

inline bool is_home(const State& state, int seat);

// Whose pieces a seat moves: its own, or its partner's once it is home.
inline int lends_to(const State& state, int seat) {
    if (!state.rules->lends) return seat;
    const int partner = state.rules->partner[static_cast<std::size_t>(seat)];
    return partner != no_cell && is_home(state, seat) ? partner : seat;
}

// The moves of a seat, without dice, at its turn.
inline void add_moves(const State& state, int seat, ActionList& list) {
    const int whose = lends_to(state, seat);
    add_ordinary(state, whose, list);
    add_swaps(state, whose, list);
    keep_dutiful(state, whose, list);
    keep_one_for_each_position(state, list);
}

}  // namespace halma
