// From the values of seats to what one side wants: partners add up, and what counts is to be ahead of the others.
#pragma once

#include "eval/evaluation.hpp"

namespace halma::engine {

class Sides {
   public:
    explicit Sides(const Rules& rules);

    int count() const { return std::popcount(all_); }
    bool same(int one, int other) const { return has_seat(rules_.team[at(one)], other); }

    // What values of seats mean to the side of a seat: by how much it is ahead of the best and of the mean of the
    // others. Who is out does not count any more; who has finished first is far ahead.
    int relative(const State& state, const PerSeat& values, int seat) const;
    // The same for every seat.
    PerSeat relative(const State& state, const PerSeat& values) const;

    // What a value of the side of a seat that thinks means to every seat. Of two sides one loses what the other gains.
    // Of several, a glance tells how the others stand among themselves, and somebody who wins is ahead of all of them.
    void tell(const State& state, const Evaluator& evaluator, int thinker, int value, PerSeat& scores) const;

   private:
    // Hundredths of the weight that the best of the others has; the mean of them has the rest.
    static constexpr int best_share = 90;

    // Who of the other sides is furthest ahead at a glance.
    int leader(const State& state, const PerSeat& values, int thinker) const;

    const Rules& rules_;
    Seats all_ = 0;
};

}  // namespace halma::engine
