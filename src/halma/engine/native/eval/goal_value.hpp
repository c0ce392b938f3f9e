// What every way to value a goal has in common. There is one for each word of a goal that is not a race to a target.
#pragma once

#include <functional>
#include <vector>

#include "answer.hpp"

namespace halma::engine {

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

class GoalValue {
   public:
    virtual ~GoalValue() = default;
    // Adds to the value of every seat. Only differences between seats mean something.
    virtual void evaluate(const State& state, PerSeat& values) const = 0;
    // A quick guess, for each action of a list, of what it gains for the seat that plays it. At least one is not
    // hopeless.
    virtual void promise(const State& state, const ActionList& list, std::vector<int>& found) const = 0;
    // What it costs the side that thinks that nothing happens: the longer it lasts, the more it ventures.
    virtual int impatience(const State&, const Thinker&) const { return 0; }
    // What a drawn game is worth to the side that thinks.
    virtual int draw() const { return 0; }
    // Whether nothing has happened for so long that whoever is to act has to get the game on, at his own cost if need
    // be; the stall rule would soon end it. And which of the moves that he has do get it on.
    virtual bool stands_still(const State&) const { return false; }
    virtual Wanted getting_on(State&, const ActionList&) const {
        return [](const Action&) { return false; };
    }
};

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Steps from every cell to every other one on an empty board.
class Distances {
   public:
    static constexpr std::uint8_t far = 255;

    explicit Distances(const Rules& rules) : cells_(at(rules.cells)), steps_(cells_ * cells_, far) {
        std::vector<Cell> open(cells_);
        for (int from = 0; from < rules.cells; ++from) {
            auto* row = &steps_[at(from) * cells_];
            std::size_t count = 1;
            open[0] = static_cast<Cell>(from);
            row[from] = 0;
            // Every cell enters once, so there is room for all of them.
            for (std::size_t i = 0; i < count; ++i)
                for (auto near : rules.neighbours[open[i]])
                    if (at(near) < cells_ && row[near] == far) {
                        row[near] = static_cast<std::uint8_t>(std::min(row[open[i]] + 1, far - 1));
                        open[count++] = near;
                    }
        }
    }
    int operator()(int from, int to) const { return steps_[at(from) * cells_ + at(to)]; }

    // To the nearest of some cells, but for one of them.
    int nearest(int from, const CellSet& others, int but = no_cell) const {
        int least = far;
        others.each([&](int other) {
            if (other != but) least = std::min(least, (*this)(from, other));
        });
        return least;
    }

   private:
    std::size_t cells_;
    std::vector<std::uint8_t> steps_;
};

// Adds the same to all seats that own a kind.
inline void add_to_owners(const Rules& rules, Content code, int value, PerSeat& values) {
    for (int seat = 0; seat < rules.seats; ++seat)
        if (has_seat(rules.kind(code).owners, seat)) values[at(seat)] += value;
}

}  // namespace halma::engine
