#include "eval/evaluation.hpp"

#include "eval/stall.hpp"

namespace halma::engine {

Evaluator::Evaluator(const State& root, const Weakness& weakness, const Weights& weights,
                     std::shared_ptr<const Net> net)
    : shared_(rules_evaluation(root.keeper, weights, 100 - weakness.neglect)),
      race_(shared_->race),
      transit_pieces_(shared_->transit_pieces),
      goal_(shared_->goal.get()),
      bridge_pieces_(root, shared_->grounds),
      race_patience_(StandingStill(*root.rules).race_patience()),
      race_most_(StandingStill(*root.rules).race_most()),
      net_(std::move(net)) {}

Breakdown Evaluator::terms(const State& state, PerSeat& values) const {
    Breakdown told{};
    values = {};
    Account account(values, &told);
    add_values(state, account);
    if (net_) {
        std::vector<std::int16_t> sums(net_->width());
        net_->sum_up(state, sums.data());
        add_net(state, sums.data(), account);
    }
    return told;
}

Breakdown Evaluator::impatience_terms(const State& state, const Thinker& thinker) const {
    Breakdown told{};
    PerSeat costs{};
    Account account(costs, &told);
    add_impatience(state, thinker, account);
    return told;
}

int Evaluator::promise_with_net(const State& state, const std::int16_t* sums, const PlainMove& move) const {
    const int own = state.now.actor, other = 1 - own;
    const auto& advance = state.rules->kind(move.code).advance;
    const std::int64_t total = std::int64_t{state.totals[0]} + state.totals[1];
    const int phase = net_->phase(total + advance[at(move.target)] - advance[at(move.origin)]);
    const auto correction = [&](int seat) {
        return shared(net_->correction_moved(sums, move.code, move.origin, move.target, seat, other, phase));
    };
    return move.gain + correction(own) - correction(other);
}

bool Evaluator::has_plain_moves(const State& state) const {
    return state.rules->seats == 2 && adds_up() && state.in_play(1 - state.now.actor) && race_.is_plain(state);
}

std::optional<int> Evaluator::best_promise_with_net(const State& state, const std::int16_t* sums, int enough,
                                                    std::vector<PlainMove>& moves, std::uint64_t& count) const {
    if (!has_plain_moves(state)) return std::nullopt;
    race_.plain_moves(state, moves);
    if (moves.empty()) return std::nullopt;
    count += moves.size();
    // The best at a glance comes first: it often is enough.
    std::iter_swap(moves.begin(), std::ranges::max_element(moves, {}, &PlainMove::gain));
    int best = promise_with_net(state, sums, moves.front());
    const int least = moves.front().gain - shared_->weights.net_margin;
    for (std::size_t i = 1; i < moves.size() && best < enough; ++i)
        if (moves[i].gain >= least) best = std::max(best, promise_with_net(state, sums, moves[i]));
    return best;
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
