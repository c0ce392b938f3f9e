// Where a seat has stood lately: who goes on shuffling between the same places gets nowhere, and games that repeat
// themselves end.
#pragma once

#include <unordered_map>

#include "goal_value.hpp"

namespace halma::engine {

// What it costs a side that thinks to have got nowhere for some turns: the longer it lasts, the more it ventures to get on.
// Two who wait for each other would else wait until the stall rule ends the game.
inline int impatience(const State& state, int seat) {
    constexpr int patient = 6, most = 40;
    if (state.rules->goal.word != GoalWord::home) return 0;
    const int waited = std::clamp(state.now.idle[at(seat)] - patient, 0, most);
    const auto behind = static_cast<int>(std::min<std::int64_t>(state.now.best[at(seat)] - state.totals[at(seat)], most));
    return waited * (waited + 3 * behind);
}

class Habits {
   public:
    // Goes back over the last actions of a game that is remembered.
    Habits(const State& given, int seat) {
        if (!given.rules->stall || given.past.empty()) return;
        State state = given;
        for (int i = 0; i < remembered && !state.past.empty(); ++i) {
            const bool own = state.past.back().now.seat == seat;
            if (own) ++visits_[standing(state, seat)];
            undo(state);
        }
    }

    static std::uint64_t standing(const State& state, int seat) {
        std::uint64_t sum = 0;
        for (auto code : state.rules->codes[at(seat)])
            state.standing[code].each([&](int cell) { sum ^= state.rules->key(cell, code); });
        return sum;
    }

    // How often a seat that plays an action, from a position that stays as it is, has stood like that before.
    int visits(State& state, const ActionList& list, const Action& action, int seat) const {
        if (visits_.empty()) return 0;
        apply(state, list, action);
        const auto found = visits_.find(standing(state, seat));
        undo(state);
        return found == visits_.end() ? 0 : found->second;
    }

   private:
    static constexpr int remembered = 240;

    std::unordered_map<std::uint64_t, int> visits_;
};

}  // namespace halma::engine
