#include "eval/evaluation.hpp"

#include "eval/stall.hpp"

namespace halma::engine {

Evaluator::Evaluator(const State& root, const Weakness& weakness, const Weights& weights)
    : shared_(rules_evaluation(root.keeper, weights, 100 - weakness.neglect)),
      race_(shared_->race),
      transit_pieces_(shared_->transit_pieces),
      goal_(shared_->goal.get()),
      bridge_pieces_(root, shared_->grounds),
      race_patience_(StandingStill(*root.rules).race_patience()),
      race_most_(StandingStill(*root.rules).race_most()) {}

Breakdown Evaluator::terms(const State& state, PerSeat& values) const {
    Breakdown told{};
    values = {};
    Account account(values, &told);
    add_values(state, account);
    return told;
}

Breakdown Evaluator::impatience_terms(const State& state, const Thinker& thinker) const {
    Breakdown told{};
    PerSeat costs{};
    Account account(costs, &told);
    add_impatience(state, thinker, account);
    return told;
}

// What it costs a side that thinks to have got nowhere in a race for some turns: the longer it lasts, the more it
// ventures to get on. Two who wait for each other would else wait until the stall rule ends the game. Whoever has gone
// back is to make haste, unless it was to fetch somebody.
int Evaluator::cost_of_waiting(const State& state, int seat, int waited) const {
    const auto& weights = shared_->weights;
    const bool fetches = bridge_pieces_.matter() && bridge_pieces_.are_wanted(state, seat);
    const auto behind =
        static_cast<int>(std::min<std::int64_t>(state.now.best[at(seat)] - state.totals[at(seat)], race_most_));
    return waited * (weights.race_waiting * waited + (fetches ? 0 : weights.race_waiting_behind * behind));
}

}  // namespace halma::engine
