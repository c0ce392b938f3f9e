// Which search answers a question: by the words of the rules and by how far the game has got.
#pragma once

#include "answer.hpp"
#include "eval/evaluation.hpp"
#include "search/budget.hpp"

namespace halma::engine {

// How many times as long as a node takes at about as in the fastest games: races of two sides whose last turns are
// valued without being played. Levels use it to take as long in all games.
int slowness(const Rules& rules);

// What the search that a game has finds, however near the end of the race is.
Answer searched(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question);

// The answer to a question. The game goes on: nothing is to be rolled.
Answer answer_to(const State& state, Budget& budget, const Question& given);

}  // namespace halma::engine
