#include "eval/goal_factory.hpp"

#include "eval/goal_all_off.hpp"
#include "eval/goal_captures.hpp"
#include "eval/goal_connected.hpp"
#include "eval/goal_crowded_race.hpp"
#include "eval/goal_figure.hpp"
#include "eval/goal_hunt.hpp"
#include "eval/goal_in_a_row.hpp"
#include "eval/goal_runs.hpp"

namespace halma::engine {

std::unique_ptr<const GoalValue> make_goal_value(const Grounds& grounds) {
    const auto& rules = grounds.rules;
    switch (rules.goal.word) {
        case GoalWord::figure:
            return std::make_unique<FigureValue>(grounds);
        case GoalWord::in_a_row:
            return std::make_unique<InARowValue>(grounds);
        case GoalWord::connected:
            return std::make_unique<ConnectedValue>(grounds);
        case GoalWord::all_off:
            return std::make_unique<AllOffValue>(grounds);
        case GoalWord::too_few:
            return std::make_unique<HuntValue>(grounds);
        case GoalWord::none:
            if (rules.count == Count::captured || rules.count == Count::difference)
                return std::make_unique<CapturesValue>(grounds);
            if (rules.dice == Dice::run) return std::make_unique<RunsValue>(grounds);
            return nullptr;
        case GoalWord::home:
            if (rules.seats > 2) return std::make_unique<CrowdedRaceValue>(grounds);
            return nullptr;
    }
    return nullptr;
}

}  // namespace halma::engine
