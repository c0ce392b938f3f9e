// Which search plays a game that is no race of two sides. Measured by benchmarks/several.py.
#pragma once

#include "search/beam_search.hpp"
#include "search/multi.hpp"
#include "search/playouts.hpp"

namespace halma::engine {

// Many seats get in each other's way: who has the time to plan far ahead clears the own home and slips through before
// the jam. With little time, and against two others who answer every plan, the best reply is the better guide.
inline constexpr std::uint64_t enough_to_plan = 200'000;

inline Others usual_others(const State& state, const Evaluator& evaluator, const Budget& budget,
                           const Question& question) {
    const auto& rules = *state.rules;
    const int sides = Sides(rules).count();
    if (never_goes_back(rules)) return Others::playouts;
    if (sides < 3) return Others::paranoid;
    if (!evaluator.is_race()) return Others::max_n;
    const bool weak = question.weakness.blindness > 0;
    return sides > 3 && !weak && budget.most_nodes() >= enough_to_plan ? Others::beam : Others::best_reply;
}

inline Answer search_several(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    const Others others =
        question.others == Others::usual ? usual_others(state, evaluator, budget, question) : question.others;
    if (others == Others::beam) return BeamSearch(state, evaluator, budget, question).think();
    if (others == Others::playouts) return PlayoutSearch(state, evaluator, budget, question).think();
    return MultiSearch(state, evaluator, budget, question, others).think();
}

}  // namespace halma::engine
