// A state without a past, from a board and a situation.
#pragma once

#include "generated/read_fields.hpp"
#include "play.hpp"
#include "situation_values.hpp"

namespace halma {

// What must hold between several numbers.
inline void check_situation(const Rules& rules, const Situation& now, const Extras& more) {
    require(now.phase != Phase::over || now.result.known, "a game that is over has a result");
    if (now.phase == Phase::over) return;
    const bool rolled = more.rolled == dice_count(rules);
    require(!now.result.known, "a game with a result is over");
    require(std::popcount(now.gone) < rules.seats, "no seat is in play");
    require(rolled || more.rolled == 0, "the roll has another number of dice");
    require(now.phase != Phase::move || rolled || !more.used_count, "a turn of the dice has no roll");
    const bool by_lot = rules.placing && has_seat(rules.placing->by_lot, now.seat) && more.hands[now.seat] > 0;
    require(now.phase != Phase::roll || rules.dice != Dice::none || by_lot, "this game has no dice");
    // A lot that finds too little room could never be drawn.
    require(!by_lot || more.hands[now.seat] <= rules.placing->zones[now.seat].count(), "a hand has no room");
    require(now.phase != Phase::huff || (rules.dice == Dice::run && rolled && more.huffable.any()),
            "there is nothing to huff");
    require(!more.used_count || (rules.dice == Dice::split && rolled), "no turn of two dice is under way");
    require(rules.dice == Dice::split || !more.division_count, "nothing divides a roll in this game");
    for (auto hand : more.hands) require(!hand || rules.placing, "nothing is placed in this game");
}

inline State resume(std::shared_ptr<const Rules> rules, std::span<const std::uint8_t> board,
                    const SituationValues& situation) {
    State state(std::move(rules));
    require(board.size() == static_cast<std::size_t>(state.rules->cells), "the board has another number of cells");
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        require(board[cell] < state.rules->kinds.size(), "there is no such kind of piece");
        state.set(static_cast<int>(cell), board[cell]);
    }
    take_values(situation, state.now, state.more);
    check_situation(*state.rules, state.now, state.more);
    if (state.now.phase != Phase::over && !state.more.used_count) begin_turn(state, state.more.rolled != 0);
    return state;
}

// The numbers of a situation, as Python writes them.
inline SituationValues read_situation(const Rules& rules, std::span<const std::int32_t> numbers) {
    Reader in(numbers);
    const auto found =
        FieldReader(in, {rules.cells, rules.seats, static_cast<int>(rules.kinds.size()) - 1}).read_situation_values();
    in.finish();
    return found;
}

}  // namespace halma
