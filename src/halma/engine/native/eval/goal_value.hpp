// What every way to value a goal has in common. There is one for each word of a goal that is not a race of two to a
// target; goal_factory.hpp chooses it.
#pragma once

#include <functional>
#include <vector>

#include "eval/distances.hpp"
#include "eval/terms.hpp"

namespace halma::engine {

class Reachability;

// The promise of an action that is not worth a look as long as there are others.
inline constexpr int hopeless = -win;

// Who thinks, and for how many turns nothing had happened when it began: what is done to end that must not be worth it
// only because the count begins again.
struct Thinker {
    int seat = 0, waited = 0;
};
inline Thinker thinker_of(const State& state) { return {state.now.actor, state.now.idle[state.now.actor]}; }

// Which moves of a list are wanted.
using Wanted = std::function<bool(const Action&)>;

// What all valuations of the same rules share. They refer to it and must not outlive it.
struct Grounds {
    const Rules& rules;
    const Reachability& reachability;
    const Distances& distance;
    const Weights& weights;
    int care;  // hundredths of the care that a strong player takes
};

class GoalValue {
   public:
    GoalValue() = default;
    GoalValue(const GoalValue&) = delete;
    GoalValue& operator=(const GoalValue&) = delete;
    virtual ~GoalValue() = default;
    // Adds to the value of every seat. Only differences between seats mean something.
    virtual void evaluate(const State& state, Account& account) const = 0;
    // A quick guess, for each action of a list, of what it gains for the seat that plays it. At least one is not
    // hopeless.
    virtual void promise(const State& state, const ActionList& list, std::vector<int>& found) const = 0;
    // Adds what it costs the side that thinks that nothing happens: the longer it lasts, the more it ventures.
    virtual void add_impatience(const State&, const Thinker&, Account&) const {}
    // What a drawn game is worth to the side that thinks.
    virtual int draw() const { return 0; }
    // Whether nothing has happened for so long that whoever is to act has to get the game on, at his own cost if need
    // be; the stall rule would soon end it. And which of the moves that he has do get it on.
    virtual bool stands_still(const State&) const { return false; }
    virtual Wanted getting_on(State&, const ActionList&) const {
        return [](const Action&) { return false; };
    }
};

}  // namespace halma::engine
