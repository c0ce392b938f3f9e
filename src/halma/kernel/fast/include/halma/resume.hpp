// A state without a past, from a board and the numbers of a situation (halma/kernel/fast/compile.py writes them).
#pragma once

#include "play.hpp"
#include "read_rules.hpp"

namespace halma {

class SituationReader {
   public:
    SituationReader(const Rules& rules, std::span<const std::int32_t> numbers) : rules_(rules), in_(numbers) {}

    void read(Situation& now, Extras& more) {
        now.seat = seat();
        now.actor = seat();
        now.turn = in_.number(0, 1999999999);
        now.phase = in_.word<Phase>(phases);
        more.hands = per_seat(0, most);
        more.captured = per_seat(0, most);
        more.lost = per_seat(0, most);
        now.out = order(now.gone);
        now.finished = order(now.gone);
        now.passes = in_.number(0, rules_.seats);
        now.best = per_seat(-most, most);
        now.idle = per_seat(0, most);
        const auto roll = in_.list(2, 1, faces);
        more.rolled = static_cast<std::uint8_t>(roll.size());
        for (std::size_t i = 0; i < roll.size(); ++i) more.roll[i] = static_cast<std::uint8_t>(roll[i]);
        for (auto cell : in_.cell_list(Extras::most_used, rules_.cells - 1)) more.use(cell);
        more.steps = static_cast<std::uint8_t>(in_.number(0, faces));
        more.hopped = in_.flag();
        const auto divisions = in_.list(4, 0, faces);
        require(divisions.size() % 2 == 0, "a division of a roll has two numbers");
        for (std::size_t i = 0; i + 1 < divisions.size(); i += 2)
            more.divisions[more.division_count++] = {static_cast<std::uint8_t>(divisions[i]),
                                                     static_cast<std::uint8_t>(divisions[i + 1])};
        more.huffable = in_.set(rules_.cells);
        if (in_.flag()) result(now.result);
        in_.finish();
        check(now, more);
    }

   private:
    static constexpr int most = 1000000000;

    std::uint8_t seat() { return static_cast<std::uint8_t>(in_.number(0, rules_.seats - 1)); }

    PerSeat per_seat(int least, int greatest) {
        const auto found = in_.list(rules_.seats, least, greatest);
        require(found.size() == static_cast<std::size_t>(rules_.seats), "a number for each seat is needed");
        PerSeat values{};
        for (std::size_t i = 0; i < found.size(); ++i) values[i] = found[i];
        return values;
    }

    SeatOrder order(Seats& gone) {
        SeatOrder found;
        for (int seat : in_.list(rules_.seats, 0, rules_.seats - 1)) {
            require(!has_seat(gone, seat), "a seat is gone twice");
            gone |= seat_bit(seat);
            found.add(seat);
        }
        return found;
    }

    void result(Result& found) {
        found.known = true;
        found.termination = in_.word<Termination>(terminations);
        found.drawn = in_.flag();
        const auto places = in_.list(rules_.seats, 1, rules_.seats);
        found.placed = !places.empty();
        require(places.empty() || places.size() == static_cast<std::size_t>(rules_.seats), "a seat has no place");
        for (std::size_t i = 0; i < places.size(); ++i) found.places[i] = static_cast<std::uint8_t>(places[i]);
    }

    void check(const Situation& now, const Extras& more) const {
        require(now.phase != Phase::over || now.result.known, "a game that is over has a result");
        if (now.phase == Phase::over) return;
        const bool rolled = more.rolled == dice_count(rules_);
        require(!now.result.known, "a game with a result is over");
        require(std::popcount(now.gone) < rules_.seats, "no seat is in play");
        require(rolled || more.rolled == 0, "the roll has another number of dice");
        require(now.phase != Phase::move || rolled || !more.used_count, "a turn of the dice has no roll");
        const bool by_lot = rules_.placing && has_seat(rules_.placing->by_lot, now.seat) && more.hands[now.seat] > 0;
        require(now.phase != Phase::roll || rules_.dice != Dice::none || by_lot, "this game has no dice");
        // A lot that finds too little room could never be drawn.
        require(!by_lot || more.hands[now.seat] <= rules_.placing->zones[now.seat].count(), "a hand has no room");
        require(now.phase != Phase::huff || (rules_.dice == Dice::run && rolled && more.huffable.any()),
                "there is nothing to huff");
        require(!more.used_count || (rules_.dice == Dice::split && rolled), "no turn of two dice is under way");
        require(rules_.dice == Dice::split || !more.division_count, "nothing divides a roll in this game");
        for (auto hand : more.hands) require(!hand || rules_.placing, "nothing is placed in this game");
    }

    const Rules& rules_;
    Reader in_;
};

inline State resume(std::shared_ptr<const Rules> rules, std::span<const std::uint8_t> board,
                    std::span<const std::int32_t> situation) {
    State state(std::move(rules));
    require(board.size() == static_cast<std::size_t>(state.rules->cells), "the board has another number of cells");
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        require(board[cell] < state.rules->kinds.size(), "there is no such kind of piece");
        state.set(static_cast<int>(cell), board[cell]);
    }
    SituationReader(*state.rules, situation).read(state.now, state.more);
    if (state.now.phase != Phase::over && !state.more.used_count) begin_turn(state, state.more.rolled != 0);
    return state;
}

}  // namespace halma
