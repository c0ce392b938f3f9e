// Games with dice.
#pragma once

#include "search/chance_run.hpp"
#include "search/chance_split.hpp"

namespace halma::engine {

inline Answer search_chance(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    if (state.rules->dice == Dice::split) return SplitSearch(state, evaluator, budget, question).think();
    return RunSearch(state, evaluator, budget, question).think();
}

}  // namespace halma::engine
