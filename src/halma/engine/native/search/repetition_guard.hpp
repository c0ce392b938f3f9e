// Guards a game against repetition: who goes on shuffling between the same places gets nowhere, and games that repeat
// themselves end.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "eval/evaluation.hpp"
#include "eval/stall.hpp"

namespace halma::engine {

// A race is to be run, not to be held up. Whoever has got nowhere for many turns has to get on if anything gets him
// further, whatever it costs, and nobody goes back to a position that was there before: holding a field only so that
// the others cannot finish is no way to play, and the third repetition would end the game.

inline bool gets_on(const State& state, const Action& action) {
    if (action.origin < 0 || action.target < 0 || action.target >= state.rules->cells) return false;
    const auto& advance = state.kind_at(action.origin).advance;
    return advance[at(action.target)] > advance[at(action.origin)];
}

// Whether an action leads back to a position that was there before, or ends the game by the stall rule.
inline bool repeats(State& state, const ActionList& list, const Action& action) {
    apply(state, list, action);
    const bool seen = state.now.phase == Phase::over ? state.now.result.termination == Termination::stall
                                                     : state.counted && state.seen.occurrences(state.key) > 1;
    undo(state);
    return seen;
}

inline bool has_waited_long(const State& state) {
    return state.rules->goal.word == GoalWord::home &&
           state.now.idle[state.now.actor] >= StandingStill(*state.rules).race_longest();
}

// Whether nothing gets the seat to act any further, however long it waits: then standing as before is no fault.
inline bool is_stuck(const State& state, const ActionList& list) {
    return has_waited_long(state) &&
           std::none_of(list.begin(), list.end(), [&](const Action& action) { return gets_on(state, action); });
}

// Keeps of the moves of a position those that get the game on, if there are any: nothing is repeated, and who has
// waited long runs his race, or does what the goal asks for.
template <class RootMove>
void keep_going(State& state, const Evaluator& evaluator, const ActionList& list, std::vector<RootMove>& moves) {
    if (!state.rules->stall) return;
    const auto keep = [&](auto wanted) {
        const auto rest = std::stable_partition(moves.begin(), moves.end(), wanted);
        if (rest != moves.begin()) moves.erase(rest, moves.end());
    };
    keep([&](const RootMove& move) { return !repeats(state, list, move.action); });
    keep([&](const RootMove& move) { return !evaluator.strands(state, move.action); });
    if (has_waited_long(state) && !evaluator.wants_bridge_pieces(state))
        keep([&](const RootMove& move) { return gets_on(state, move.action); });
    if (evaluator.stands_still(state))
        keep([wanted = evaluator.getting_on(state, list)](const RootMove& move) { return wanted(move.action); });
}

// Where a seat has stood lately.
class RepetitionGuard {
   public:
    // Goes back over the last actions of a game that is remembered.
    RepetitionGuard(const State& given, int seat) {
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
