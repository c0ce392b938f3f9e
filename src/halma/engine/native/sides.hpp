// From the values of seats to what one side wants: partners add up, and what counts is to be ahead of the others.
#pragma once

#include "search.hpp"

namespace halma::engine {

class Sides {
   public:
    explicit Sides(const Rules& rules) : rules_(rules) {
        for (int seat = 0; seat < rules.seats; ++seat) all_ |= seat_bit(rules.teams[at(seat)]);
    }

    int count() const { return std::popcount(all_); }
    bool same(int one, int other) const { return has_seat(rules_.team[at(one)], other); }

    // What values of seats mean to the side of a seat: by how much it is ahead of the best and of the mean of the
    // others. Who is out does not count any more; who has finished first is far ahead.
    int relative(const State& state, const PerSeat& values, int seat) const {
        std::array<std::int64_t, most_seats> sums{};
        Seats playing = 0;
        for (int one = 0; one < rules_.seats; ++one) {
            const auto team = at(rules_.teams[at(one)]);
            sums[team] += values[at(one)];
            if (state.now.out.contains(one)) continue;
            playing |= seat_bit(static_cast<int>(team));
            for (std::size_t i = 0; i < state.now.finished.count; ++i)
                if (state.now.finished.seats[i] == one) sums[team] += ranked_first / (static_cast<int>(i) + 1);
        }
        const int own = rules_.teams[at(seat)];
        if (!has_seat(playing, own)) return -ranked_first;
        std::int64_t best = INT64_MIN, sum = 0;
        int others = 0;
        for (int team = 0; team < most_seats; ++team) {
            if (team == own || !has_seat(playing, team)) continue;
            best = std::max(best, sums[at(team)]);
            sum += sums[at(team)];
            ++others;
        }
        if (!others) return static_cast<int>(sums[at(own)]);
        const std::int64_t rivals = (best_share * best + (100 - best_share) * sum / others) / 100;
        return static_cast<int>(std::clamp<std::int64_t>(sums[at(own)] - rivals, 1 - decided, decided - 1));
    }

    // Hundredths of the weight that the best of the others has; the mean of them has the rest.
    int best_share = 90;

   private:
    const Rules& rules_;
    Seats all_ = 0;
};

}  // namespace halma::engine
