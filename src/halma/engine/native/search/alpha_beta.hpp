// Games without dice: principal variation search on the kernel's own states, by a model of the others (models.hpp).
#pragma once

#include "eval/evaluation.hpp"
#include "search/budget.hpp"

namespace halma::engine {

// Others that have no model of their own (the beam, playouts) are not answered here.
Answer search_two_sides(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question);
Answer search_several(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question,
                      Others others);

}  // namespace halma::engine
