// What a position is worth to each seat, in hundredths of a turn. Which words of the rules decide is seen once, when
// an evaluator is made; no game is known by name.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "answer.hpp"
#include "eval/bridge_pieces.hpp"
#include "eval/goal_value.hpp"
#include "eval/net.hpp"
#include "eval/race_evaluation.hpp"
#include "eval/rules_evaluation.hpp"

namespace halma::engine {

class Evaluator {
   public:
    // For the positions that follow from one.
    explicit Evaluator(const State& root, const Weakness& weakness = {}, const Weights& weights = {},
                       std::shared_ptr<const Net> net = nullptr);

    // Fills the value of every seat. Only differences between seats mean something.
    void evaluate(const State& state, PerSeat& values) const {
        evaluate_written(state, values);
        if (!net_) return;
        std::array<std::int16_t, most_seats * most_hidden> sums;
        net_->sum_up(state, sums.data());
        add_net(state, sums.data(), values);
    }

    // The two parts of that: what is written, and what a net adds to it by sums that are kept up to date.
    void evaluate_written(const State& state, PerSeat& values) const {
        values = {};
        Account account(values);
        add_values(state, account);
    }
    void add_net(const State& state, const std::int16_t* sums, PerSeat& values) const {
        Account account(values);
        add_net(state, sums, account);
    }
    const Net* net() const { return net_.get(); }

    // The same, and what each term adds to it.
    Breakdown terms(const State& state, PerSeat& values) const;

    // A quick guess of what an action gains for the seat that plays it, to look at promising ones first.
    int promise(const State& state, const ActionList& list, const Action& action) const {
        return race_.gain(state, action) + (action.captured ? turn * list.captured(action).count() : 0);
    }

    // The same for all actions of a list at once; `hopeless` for those that are not worth a look.
    void promises(const State& state, const ActionList& list, std::vector<int>& found) const {
        if (goal_) {
            goal_->promise(state, list, found);
            return;
        }
        found.clear();
        for (const auto& action : list) found.push_back(promise(state, list, action));
    }

    // What waiting costs the side that thinks, and what a drawn game is worth to it.
    int impatience(const State& state, const Thinker& thinker) const {
        PerSeat costs{};
        Account account(costs);
        add_impatience(state, thinker, account);
        return costs[at(thinker.seat)];
    }
    int draw() const { return goal_ ? goal_->draw() : 0; }

    // The same cost, and what each term adds to it.
    Breakdown impatience_terms(const State& state, const Thinker& thinker) const;

    // Whether the seat to act has to get on a game that stands still, and then what does so.
    bool stands_still(const State& state) const { return goal_ && goal_->stands_still(state); }
    Wanted getting_on(State& state, const ActionList& list) const { return goal_->getting_on(state, list); }

    // Whether the seat to act has somebody who waits for a bridge piece, and whether an action takes the last bridge
    // piece home before.
    bool wants_bridge_pieces(const State& state) const {
        return bridge_pieces_.matter() && bridge_pieces_.are_wanted(state, state.now.actor);
    }
    bool strands(const State& state, const Action& action) const {
        return bridge_pieces_.matter() && bridge_pieces_.strands(state, action);
    }

    bool is_race() const { return race_.applies(); }

    // Whether nothing but the race decides, and whether the value after a plain move is the value before it plus the
    // promise, so that the last moves of a line need not be played and those that promise little can be left out.
    bool is_plain_race() const { return race_.applies() && !goal_; }
    bool adds_up() const { return is_plain_race() && !bridge_pieces_.matter(); }

    // The most that one move gains, without looking at the moves one by one; nothing where that cannot be told.
    std::optional<int> best_promise(const State& state, std::uint64_t& count) const {
        if (!race_.is_plain(state)) return std::nullopt;
        const int best = race_.best_gain(state, count);
        return best == -win ? std::nullopt : std::optional(best);
    }

    // Whether nothing but plain moves of two seats can come up, and by what such a move changes the written value,
    // with what the net says after it.
    bool has_plain_moves(const State& state) const;
    int promise_with_net(const State& state, const std::int16_t* sums, const PlainMove& move) const;

    // The best of them, found without playing any: the most that one move changes the written value by, and what the
    // net says after it. Moves after one that is worth `enough` need not be looked at.
    std::optional<int> best_promise_with_net(const State& state, const std::int16_t* sums, int enough,
                                             std::vector<PlainMove>& moves, std::uint64_t& count) const;

    // Own turns each seat needs at about: if nobody is in its way, and as it is.
    void undisturbed(const State& state, PerSeat& turns) const { race_.undisturbed(state, turns); }
    void remaining(const State& state, PerSeat& turns) const { race_.remaining(state, turns); }

    const RaceEvaluation& race() const { return race_; }
    const Reachability& reachability() const { return shared_->reachability; }

   private:
    void add_values(const State& state, Account& account) const {
        if (goal_ && !(net_ && net_->base() == NetBase::race))
            goal_->evaluate(state, account);
        else
            race_.evaluate(state, account);
        if (bridge_pieces_.matter()) bridge_pieces_.evaluate(state, account);
    }
    void add_net(const State& state, const std::int16_t* sums, Account& account) const {
        const int phase = net_->phase(state);
        for (int seat = 0; seat < net_->seats(); ++seat)
            account.add(Term::net, seat, shared(net_->correction(sums, seat, state.now.actor, phase)));
    }
    int shared(int correction) const { return correction * shared_->weights.net_share / 100; }
    void add_impatience(const State& state, const Thinker& thinker, Account& account) const {
        if (race_.applies()) add_waiting(state, thinker.seat, account);
        if (goal_) goal_->add_impatience(state, thinker, account);
        if (transit_pieces_.matter()) transit_pieces_.add_impatience(state, thinker.seat, account);
        if (bridge_pieces_.matter()) bridge_pieces_.add_impatience(state, thinker.seat, account);
    }
    void add_waiting(const State& state, int seat, Account& account) const {
        const int waited = std::min(state.now.idle[at(seat)] - race_patience_, race_most_);
        if (waited <= 0) return;
        account.add(Term::race_waiting, seat, cost_of_waiting(state, seat, waited));
    }
    int cost_of_waiting(const State& state, int seat, int waited) const;

    std::shared_ptr<const RulesEvaluation> shared_;
    const RaceEvaluation& race_;
    const TransitPieces& transit_pieces_;
    const GoalValue* goal_;
    BridgePieces bridge_pieces_;
    int race_patience_, race_most_;
    std::shared_ptr<const Net> net_;
};

}  // namespace halma::engine
