// What a position is worth to each seat, in hundredths of a turn. Which words of the rules decide is seen once, when
// an evaluator is made; no game is known by name.
#pragma once

#include <algorithm>
#include <optional>

#include "answer.hpp"
#include "eval/bridge_pieces.hpp"
#include "eval/goal_evaluation.hpp"
#include "eval/race_evaluation.hpp"
#include "eval/transit_pieces.hpp"

namespace halma::engine {

// What it costs a side that thinks to have got nowhere in a race for some turns: the longer it lasts, the more it
// ventures to get on. Two who wait for each other would else wait until the stall rule ends the game. Whoever has gone
// back is to make haste, unless it was to fetch somebody.
inline int cost_of_waiting(const State& state, int seat, bool fetches) {
    constexpr int patient = 6, most = 40;
    if (state.rules->goal.word != GoalWord::home) return 0;
    const int waited = std::clamp(state.now.idle[at(seat)] - patient, 0, most);
    const auto behind =
        static_cast<int>(std::min<std::int64_t>(state.now.best[at(seat)] - state.totals[at(seat)], most));
    return waited * (waited + (fetches ? 0 : 3 * behind));
}

class Evaluator {
   public:
    // For the positions that follow from one.
    explicit Evaluator(const State& root, const Weakness& weakness = {}, const Tuning& tuning = {})
        : race_(*root.rules, weakness, tuning),
          bridge_pieces_(root, weakness),
          transit_pieces_(*root.rules),
          goal_(value_of_goal(*root.rules, weakness)) {}

    // Fills the value of every seat. Only differences between seats mean something.
    void evaluate(const State& state, PerSeat& values) const {
        values = {};
        if (goal_)
            goal_->evaluate(state, values);
        else
            race_.evaluate(state, values);
        if (bridge_pieces_.matter()) bridge_pieces_.evaluate(state, values);
    }

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
        const bool fetches = bridge_pieces_.matter() && bridge_pieces_.are_wanted(state, thinker.seat);
        return cost_of_waiting(state, thinker.seat, fetches) + (goal_ ? goal_->impatience(state, thinker) : 0) +
               (transit_pieces_.matter() ? transit_pieces_.price(state, thinker.seat) : 0) +
               (bridge_pieces_.matter() ? bridge_pieces_.urgency(state, thinker.seat) : 0);
    }
    int draw() const { return goal_ ? goal_->draw() : 0; }

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

    // Own turns each seat still needs at about.
    void remaining(const State& state, PerSeat& turns) const { race_.remaining(state, turns); }

    const RaceEvaluation& race() const { return race_; }

   private:
    RaceEvaluation race_;
    BridgePieces bridge_pieces_;
    TransitPieces transit_pieces_;
    std::unique_ptr<const GoalValue> goal_;
};

}  // namespace halma::engine
