// A situation as Python has it and as the kernel has it: the one home of how they correspond.
#pragma once

#include <algorithm>

#include "generated/read_fields.hpp"
#include "state.hpp"

namespace halma {

inline void take_order(const auto& seats, SeatOrder& order, Seats& gone) {
    for (int seat : seats) {
        require(!has_seat(gone, seat), "a seat is gone twice");
        gone |= seat_bit(seat);
        order.add(seat);
    }
}

inline void take_values(const SituationValues& values, Situation& now, Extras& more) {
    now = {};
    more = {};
    now.seat = values.seat;
    now.actor = values.actor;
    now.turn = values.turn;
    now.phase = values.phase;
    now.passes = values.passes;
    take_order(values.out, now.out, now.gone);
    take_order(values.finished, now.finished, now.gone);
    std::ranges::copy(values.best, now.best.begin());
    std::ranges::copy(values.idle, now.idle.begin());
    if (values.result) {
        const auto& places = values.result->places;
        now.result = {true, values.result->drawn, !places.empty(), values.result->termination, {}};
        require(places.empty() || places.size() == values.best.size(), "a seat has no place");
        std::ranges::copy(places, now.result.places.begin());
    }
    std::ranges::copy(values.hands, more.hands.begin());
    std::ranges::copy(values.captured, more.captured.begin());
    std::ranges::copy(values.lost, more.lost.begin());
    std::ranges::copy(values.roll, more.roll.begin());
    more.rolled = static_cast<std::uint8_t>(values.roll.size());
    for (int cell : values.used) more.use(cell);
    more.steps = values.steps;
    more.hopped = values.hopped;
    std::ranges::copy(values.divisions, more.divisions.begin());
    more.division_count = static_cast<std::uint8_t>(values.divisions.size());
    more.huffable = values.huffable;
}

inline ResultValues values_of(const Result& result, int seats) {
    ResultValues values;
    values.termination = result.termination;
    values.drawn = result.drawn;
    if (result.placed) values.places.assign(result.places, static_cast<std::size_t>(seats));
    return values;
}

inline SituationValues values_of(const State& state) {
    const auto& now = state.now;
    const auto& more = state.more;
    const auto seats = static_cast<std::size_t>(state.rules->seats);
    SituationValues values;
    values.seat = now.seat;
    values.actor = now.actor;
    values.turn = now.turn;
    values.phase = now.phase;
    values.hands.assign(more.hands, seats);
    values.captured.assign(more.captured, seats);
    values.lost.assign(more.lost, seats);
    values.out.assign(now.out.seats, now.out.count);
    values.finished.assign(now.finished.seats, now.finished.count);
    values.passes = now.passes;
    values.best.assign(now.best, seats);
    values.idle.assign(now.idle, seats);
    values.roll.assign(more.roll, more.rolled);
    values.used.assign(more.used, more.used_count);
    values.steps = more.steps;
    values.hopped = more.hopped;
    values.divisions.assign(more.divisions, more.division_count);
    values.huffable = more.huffable;
    if (now.result.known) values.result = values_of(now.result, state.rules->seats);
    return values;
}

}  // namespace halma
