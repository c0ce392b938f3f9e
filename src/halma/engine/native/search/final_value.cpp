#include "search/final_value.hpp"

namespace halma::engine {

int final_value(const State& state, int seat, int ply) {
    const auto& result = state.now.result;
    if (!result.placed || result.drawn) return 0;
    const auto& rules = *state.rules;
    int own = most_seats + 1, other = most_seats + 1;
    for (int one = 0; one < rules.seats; ++one) {
        auto& best = has_seat(rules.team[static_cast<std::size_t>(seat)], one) ? own : other;
        best = std::min<int>(best, result.places[static_cast<std::size_t>(one)]);
    }
    if (own == other) return 0;
    const bool by_ranking = result.termination == Termination::stall || result.termination == Termination::all_passed;
    const int value = by_ranking ? ranked_first : win - ply;
    return own < other ? value : -value;
}

}  // namespace halma::engine
