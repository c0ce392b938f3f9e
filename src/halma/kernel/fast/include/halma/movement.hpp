// Where a piece can go by its movement alone, before any restriction: one function for each word.
//
// `Visit` is called with (kind, target, captured cells); where it returns true the search stops.
#pragma once

#include <unordered_set>
#include <vector>

#include "state.hpp"

namespace halma {

inline const CellSet nothing_captured{};

// The hops that are open from a cell for a piece that has left `origin`, when `lifted` have been captured:
// calls found(over, land).
template <class Found>
void landings(const State& state, const Mover& mover, int cell, int origin, const CellSet& lifted, Found found) {
    const auto& board = state.board;
    // While a piece hops its own starting field counts as free.
    const auto at = [&](int other) -> Content {
        return other == origin || lifted.contains(other) ? Content{0} : board[static_cast<std::size_t>(other)];
    };
    if (mover.rays.empty()) {
        for (auto [over, land] : mover.hops[cell])
            if (mover.hoppable[at(over)] && !at(land)) found(over, land);
        return;
    }
    if (cell >= state.rules->cells) return;
    const auto& rays = mover.rays.from[static_cast<std::size_t>(cell)];
    for (int i = 0; i < static_cast<int>(rays.size()); ++i) {
        const auto ray = rays[i];
        std::size_t distance = 0;
        while (distance < ray.size() && !at(ray[distance])) ++distance;
        // The landing lies as far behind the hopped piece as the start lies before it.
        const std::size_t land = 2 * distance + 1;
        if (land >= ray.size() || !mover.hoppable[at(ray[distance])]) continue;
        bool free = true;
        for (std::size_t behind = distance + 1; behind <= land; ++behind) free &= !at(ray[behind]);
        if (free) found(ray[distance], ray[land]);
    }
}

// All cells that hops in succession reach from a cell, itself among them.
inline CellSet chain(const State& state, const Mover& mover, int cell) {
    CellSet reached;
    reached.insert(cell);
    std::array<Cell, most_cells + 1> frontier;
    std::size_t size = 0;
    frontier[size++] = static_cast<Cell>(cell);
    for (std::size_t i = 0; i < size; ++i)
        landings(state, mover, frontier[i], cell, nothing_captured, [&](int, int land) {
            if (reached.contains(land)) return;
            reached.insert(land);
            // Every cell enters once, so the frontier has room for all of them.
            frontier[size++] = static_cast<Cell>(land);
        });
    return reached;
}

// The cells that can be reached by exactly so many hops, back and forth allowed.
inline CellSet exact_hops(const State& state, const Mover& mover, int cell, int count) {
    CellSet reached;
    reached.insert(cell);
    for (int i = 0; i < count; ++i) {
        CellSet next;
        reached.each([&](int from) {
            landings(state, mover, from, cell, nothing_captured, [&](int, int land) { next.insert(land); });
        });
        reached = next;
    }
    return reached;
}

struct CapturingEnd {
    int land = no_cell;
    CellSet captured;
    friend bool operator==(const CapturingEnd&, const CapturingEnd&) = default;
};

struct MixedEnd {
    std::size_t operator()(const CapturingEnd& end) const {
        return static_cast<std::size_t>(end.captured.mixed() +
                                        0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(end.land));
    }
};

// The ends of hops that remove what they hop over, each with what it has captured.
inline std::vector<CapturingEnd> capturing_chains(const State& state, const Mover& mover, int cell) {
    std::vector<CapturingEnd> frontier{{cell, {}}};
    std::unordered_set<CapturingEnd, MixedEnd> found;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
        const CapturingEnd at = frontier[i];
        landings(state, mover, at.land, cell, at.captured, [&](int over, int land) {
            CapturingEnd end{land, at.captured};
            end.captured.insert(over);
            if (found.insert(end).second) frontier.push_back(end);
        });
    }
    frontier.erase(frontier.begin());
    return frontier;
}

// The single steps of a piece.
template <class Visit>
bool visit_steps(const State& state, const Mover& mover, int cell, Visit visit) {
    for (auto land : mover.steps[cell])
        if (state.empty(land) && visit(ActionKind::step, land, nothing_captured)) return true;
    return false;
}

template <class Visit>
bool visit_hops(const State& state, const Mover& mover, int cell, Visit visit) {
    if (mover.captures) {
        for (const auto& end : capturing_chains(state, mover, cell))
            if (visit(ActionKind::hop, end.land, end.captured)) return true;
        return false;
    }
    CellSet reached = chain(state, mover, cell);
    reached.erase(cell);
    if (!mover.steps.empty()) {
        // After the hops one step may follow.
        CellSet further;
        reached.each([&](int end) {
            for (auto land : mover.steps[end])
                if (state.empty(land)) further.insert(land);
        });
        reached |= further;
    }
    return reached.find([&](int land) { return visit(ActionKind::hop, land, nothing_captured); });
}

template <class Visit>
bool visit_runs(const State& state, const Mover& mover, int cell, int distance, Visit visit) {
    const auto& own = state.kind_at(cell);
    const auto& rays = mover.rays.from[static_cast<std::size_t>(cell)];
    for (int i = 0; i < static_cast<int>(rays.size()); ++i) {
        const auto ray = rays[i];
        if (distance < 1 || ray.size() < static_cast<std::size_t>(distance)) continue;
        bool free = true;
        for (std::size_t between = 0; between + 1 < static_cast<std::size_t>(distance); ++between)
            free &= state.empty(ray[between]);
        if (!free) continue;
        const int land = ray[static_cast<std::size_t>(distance) - 1];
        if (state.empty(land)) {
            if (visit(ActionKind::run, land, nothing_captured)) return true;
            continue;
        }
        const auto& met = state.kind_at(land);
        // Pieces on their own goal neither capture nor are captured.
        if (met.owners == own.owners || own.target.contains(cell) || met.target.contains(land)) continue;
        CellSet captured;
        captured.insert(land);
        if (visit(ActionKind::run, land, captured)) return true;
    }
    return false;
}

// Everything a piece can do by its movement; `distance` is the die of a run.
template <class Visit>
bool visit_destinations(const State& state, int cell, int distance, Visit visit) {
    CellSet seen;
    for (const auto& mover : state.kind_at(cell).movers) {
        if (mover.origins && !mover.origins->contains(cell)) continue;
        if (mover.within && !mover.within->contains(cell)) continue;
        const auto once = [&](ActionKind kind, int land, const CellSet& captured) {
            if (mover.within && !mover.within->contains(land)) return false;
            if (&captured == &nothing_captured) {
                // Two ways to the same position are the same move.
                if (seen.contains(land)) return false;
                seen.insert(land);
            }
            return visit(kind, land, captured);
        };
        bool stopped = false;
        switch (mover.word) {
            case Movement::step:
                stopped = visit_steps(state, mover, cell, once);
                break;
            case Movement::hop:
                stopped = visit_hops(state, mover, cell, once);
                break;
            case Movement::run:
                if (!mover.rays.empty()) stopped = visit_runs(state, mover, cell, distance, once);
                break;
            case Movement::retrace:
                if (mover.rays.empty()) break;
                for (int i = 0; i < static_cast<int>(mover.rays.from[static_cast<std::size_t>(cell)].size()); ++i) {
                    const auto ray = mover.rays.from[static_cast<std::size_t>(cell)][i];
                    if (!stopped && ray.size() > 1 && state.empty(ray[0]) && state.empty(ray[1]))
                        stopped = once(ActionKind::retrace, ray[1], nothing_captured);
                }
                break;
        }
        if (stopped) return true;
    }
    return false;
}

}  // namespace halma
