// What a position is worth where the goal is not a race to a target. The word of the goal decides, or what is counted.
#pragma once

#include "goal_all_off.hpp"
#include "goal_captures.hpp"
#include "goal_connected.hpp"
#include "goal_figure.hpp"
#include "goal_hunt.hpp"
#include "goal_in_a_row.hpp"

namespace halma::engine {

// The value of the goal of some rules; nothing for races.
inline std::unique_ptr<const GoalValue> value_of_goal(const Rules& rules) {
    switch (rules.goal.word) {
        case GoalWord::figure:
            return std::make_unique<FigureValue>(rules);
        case GoalWord::in_a_row:
            return std::make_unique<InARowValue>(rules);
        case GoalWord::connected:
            return std::make_unique<ConnectedValue>(rules);
        case GoalWord::all_off:
            return std::make_unique<AllOffValue>(rules);
        case GoalWord::too_few:
            return std::make_unique<HuntValue>(rules);
        case GoalWord::none:
            if (rules.count == Count::captured || rules.count == Count::difference)
                return std::make_unique<CapturesValue>(rules);
            return nullptr;
        case GoalWord::home:
            return nullptr;
    }
    return nullptr;
}

}  // namespace halma::engine
