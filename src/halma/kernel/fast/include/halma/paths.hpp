// The way a move takes, recovered when somebody asks: always one with the fewest hops, and always the same one.
#pragma once

#include <algorithm>
#include <vector>

#include "movement.hpp"

namespace halma {

using Way = std::vector<int>;

// A way of hops that capture nothing, perhaps with a step after them.
inline Way chain_way(const State& state, const Mover& mover, int origin, int target) {
    std::vector<int> order{origin};
    std::array<std::int16_t, most_cells + 1> came_from;
    came_from.fill(no_cell);
    came_from[static_cast<std::size_t>(origin)] = static_cast<std::int16_t>(origin);
    for (std::size_t i = 0; i < order.size(); ++i)
        landings(state, mover, order[i], origin, nothing_captured, [&](int, int land) {
            auto& from = came_from[static_cast<std::size_t>(land)];
            if (from != no_cell) return;
            from = static_cast<std::int16_t>(order[i]);
            order.push_back(land);
        });
    int end = target;
    if (came_from[static_cast<std::size_t>(end)] == no_cell && !mover.steps.empty()) {
        // The last leg is the step that may follow the hops.
        const auto last = std::find_if(order.begin() + 1, order.end(), [&](int cell) {
            const auto steps = mover.steps[cell];
            return std::find(steps.begin(), steps.end(), target) != steps.end();
        });
        if (last != order.end()) end = *last;
    }
    if (came_from[static_cast<std::size_t>(end)] == no_cell) return {};
    Way way;
    for (int cell = end; cell != origin; cell = came_from[static_cast<std::size_t>(cell)]) way.push_back(cell);
    way.push_back(origin);
    std::reverse(way.begin(), way.end());
    if (end != target) way.push_back(target);
    return way;
}

// A way of as many hops as one of the dice shows.
inline Way exact_way(const State& state, const Mover& mover, int origin, int target) {
    std::vector<int> counts;
    for (std::size_t i = 0; i < state.more.division_count; ++i) counts.push_back(state.more.divisions[i].hops);
    std::sort(counts.begin(), counts.end());
    for (int count : counts) {
        if (!exact_hops(state, mover, origin, count).contains(target)) continue;
        Way way{target};
        for (int hops = count - 1; hops >= 0; --hops) {
            int from = no_cell;
            exact_hops(state, mover, origin, hops).find([&](int cell) {
                landings(state, mover, cell, origin, nothing_captured, [&](int, int land) {
                    if (land == way.back()) from = cell;
                });
                return from != no_cell;
            });
            way.push_back(from);
        }
        std::reverse(way.begin(), way.end());
        return way;
    }
    return {};
}

// A way of hops that capture exactly some cells.
inline Way capturing_way(const State& state, const Mover& mover, int origin, int target, const CellSet& captured) {
    struct At {
        CapturingEnd end;
        std::size_t from;
    };
    std::vector<At> frontier{{{origin, {}}, 0}};
    std::unordered_set<CapturingEnd, MixedEnd> found;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
        const auto at = frontier[i].end;
        if (i && at.land == target && at.captured == captured) {
            Way way;
            for (std::size_t one = i; one; one = frontier[one].from) way.push_back(frontier[one].end.land);
            way.push_back(origin);
            std::reverse(way.begin(), way.end());
            return way;
        }
        landings(state, mover, at.land, origin, at.captured, [&](int over, int land) {
            CapturingEnd end{land, at.captured};
            end.captured.insert(over);
            // Only what leads to the wanted captures is followed.
            if (end.captured.within(captured) && found.insert(end).second) frontier.push_back({end, i});
        });
    }
    return {};
}

// The cells a piece touches, its start and its end included; nothing for actions that move none.
inline Way path(const State& state, const Action& action, const CellSet& captured) {
    if (action.origin < 0) return {};
    if (action.kind == ActionKind::hop)
        for (const auto& mover : state.kind_at(action.origin).movers) {
            if (mover.word != Movement::hop) continue;
            const auto way = mover.captures ? capturing_way(state, mover, action.origin, action.target, captured)
                             : state.more.division_count ? exact_way(state, mover, action.origin, action.target)
                                                         : chain_way(state, mover, action.origin, action.target);
            if (!way.empty()) return way;
        }
    return {action.origin, action.target};
}

}  // namespace halma
