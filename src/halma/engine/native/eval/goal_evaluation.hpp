// What a position is worth where it is not a race of two. The word of the goal decides, or what is counted.
#pragma once

#include "eval/goal_all_off.hpp"
#include "eval/goal_captures.hpp"
#include "eval/goal_connected.hpp"
#include "eval/goal_crowded_race.hpp"
#include "eval/goal_figure.hpp"
#include "eval/goal_hunt.hpp"
#include "eval/goal_in_a_row.hpp"
#include "eval/goal_runs.hpp"

namespace halma::engine {

// The value of the goal of some rules; nothing for plain races.
inline std::unique_ptr<const GoalValue> value_of_goal(const Rules& rules, const Weakness& weakness = {}) {
    switch (rules.goal.word) {
        case GoalWord::figure:
            return std::make_unique<FigureValue>(rules);
        case GoalWord::in_a_row:
            return std::make_unique<InARowValue>(rules, weakness);
        case GoalWord::connected:
            return std::make_unique<ConnectedValue>(rules);
        case GoalWord::all_off:
            return std::make_unique<AllOffValue>(rules);
        case GoalWord::too_few:
            return std::make_unique<HuntValue>(rules, weakness);
        case GoalWord::none:
            if (rules.count == Count::captured || rules.count == Count::difference)
                return std::make_unique<CapturesValue>(rules, weakness);
            if (rules.dice == Dice::run) return std::make_unique<RunsValue>(rules);
            return nullptr;
        case GoalWord::home:
            if (rules.seats > 2) return std::make_unique<CrowdedRaceValue>(rules, weakness);
            return nullptr;
    }
    return nullptr;
}

}  // namespace halma::engine
