// Games to learn from, and games that show what was learnt.
#pragma once

#include <functional>
#include <vector>

#include "learn/play_plan.hpp"
#include "learn/samples.hpp"

namespace halma::engine {

// Plays the games of a plan, in the order of their numbers whatever the number of threads. `stop` is asked now and then
// by the calling thread; once it says true, those games that are over are given.
std::vector<SampledGame> self_play(const std::shared_ptr<const Rules>& rules, const PlayPlan& plan,
                                   const std::function<bool()>& stop);

}  // namespace halma::engine
