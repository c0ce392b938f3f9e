// Which search plays a game that is no race of two sides. Measured by benchmarks/several.py.
#pragma once

#include "foresight.hpp"
#include "multi.hpp"
#include "playouts.hpp"

namespace halma::engine {

inline Others usual_others(const Rules& rules, const Evaluator& evaluator, const Sides& sides) {
    if (never_goes_back(rules)) return Others::playouts;
    if (sides.count() < 3) return Others::paranoid;
    return evaluator.is_race() ? Others::best_reply : Others::max_n;
}

inline Answer search_several(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    const Others others =
        question.others == Others::usual ? usual_others(*state.rules, evaluator, Sides(*state.rules)) : question.others;
    if (others == Others::foreseen) return Foresight(state, evaluator, budget, question).think();
    if (others == Others::playouts) return PlayoutSearch(state, evaluator, budget, question).think();
    return MultiSearch(state, evaluator, budget, question, others).think();
}

}  // namespace halma::engine
