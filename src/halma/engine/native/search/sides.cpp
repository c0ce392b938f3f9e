#include "search/sides.hpp"

#include "search/final_value.hpp"

namespace halma::engine {

Sides::Sides(const Rules& rules) : rules_(rules) {
    for (int seat = 0; seat < rules.seats; ++seat) all_ |= seat_bit(rules.teams[at(seat)]);
}

int Sides::relative(const State& state, const PerSeat& values, int seat) const {
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

PerSeat Sides::relative(const State& state, const PerSeat& values) const {
    PerSeat found{};
    for (int seat = 0; seat < rules_.seats; ++seat) found[at(seat)] = relative(state, values, seat);
    return found;
}

void Sides::tell(const State& state, const Evaluator& evaluator, int thinker, int value, PerSeat& scores) const {
    value = std::clamp(value, -win, win);
    PerSeat values{};
    int ahead = thinker;
    if (count() > 2) {
        evaluator.evaluate(state, values);
        if (value <= -decided) ahead = leader(state, values, thinker);
        values[at(thinker)] += value - relative(state, values, thinker);
    }
    for (int seat = 0; seat < rules_.seats; ++seat)
        if (count() < 3)
            scores[at(seat)] = same(seat, thinker) ? value : -value;
        else if (std::abs(value) >= decided)
            scores[at(seat)] = same(seat, ahead) ? std::abs(value) : -std::abs(value);
        else
            scores[at(seat)] = same(seat, thinker) ? value : relative(state, values, seat);
}

int Sides::leader(const State& state, const PerSeat& values, int thinker) const {
    int found = thinker, best = INT32_MIN;
    for (int seat = 0; seat < rules_.seats; ++seat) {
        if (same(seat, thinker)) continue;
        const int value = relative(state, values, seat);
        if (value > best) best = value, found = seat;
    }
    return found;
}

}  // namespace halma::engine
