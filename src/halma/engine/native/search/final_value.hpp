// What a game that is over is worth.
#pragma once

#include "answer.hpp"

namespace halma::engine {

// What a game is worth that ends by the stall rule, to whoever is ranked first then: as good as won, but nobody should
// prefer it to winning.
inline constexpr int ranked_first = win / 10;

// What a game that is over is worth to the side of a seat, so many plies from now.
int final_value(const State& state, int seat, int ply);

}  // namespace halma::engine
