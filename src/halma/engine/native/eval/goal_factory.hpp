// Chooses how a goal is valued: by its word, or by what is counted.
#pragma once

#include <memory>

#include "eval/goal_value.hpp"

namespace halma::engine {

// The value of the goal of some rules; nothing for plain races.
std::unique_ptr<const GoalValue> make_goal_value(const Grounds& grounds);

}  // namespace halma::engine
