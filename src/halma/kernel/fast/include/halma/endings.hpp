// Winning, losing, stalling: when a game ends and who takes which place.
#pragma once

#include "choices.hpp"
#include "placing.hpp"

namespace halma {

inline constexpr int repetitions_allowed = 3;

// ---- counting ----

inline int on_parts(const State& state, Content code, const std::vector<Part>& parts) {
    int sum = 0;
    for (const auto& part : parts) sum += std::min(part.most, (state.standing[code] & part.cells).count());
    return sum;
}

inline bool kind_is_home(const State& state, Content code) {
    const auto& kind = state.rules->kind(code);
    // Mostly some piece is still on its way, which is seen without counting.
    if (state.pieces[code] <= kind.army && !state.standing[code].within(kind.goal_cells)) return false;
    return on_parts(state, code, kind.goal) >= kind.army;
}

// All pieces of a seat on the fields of their goals.
inline bool is_home(const State& state, int seat) {
    for (auto code : state.rules->codes[static_cast<std::size_t>(seat)])
        if (!kind_is_home(state, code)) return false;
    return true;
}

// Every field of the target occupied, more of them by the right pieces of the seat than by others. A piece that has a
// field of its own in the target (the mark) must stand there.
inline bool is_filled_up(const State& state, int seat) {
    const auto& codes = state.rules->codes[static_cast<std::size_t>(seat)];
    for (auto code : codes) {
        const auto& kind = state.rules->kind(code);
        const auto& cells = kind.ranking_cells;
        if (!cells.within(state.occupied())) return false;
        int right = 0;
        for (auto other : codes)
            if (state.rules->kind(other).ranking_cells == cells) right += (state.standing[other] & cells).count();
        if (2 * right <= cells.count() || (kind.marked && !kind_is_home(state, code))) return false;
    }
    return true;
}

template <class Holds>
bool all_of_team(const State& state, int seat, Holds holds) {
    for (int other = 0; other < state.rules->seats; ++other)
        if (has_seat(state.rules->team[static_cast<std::size_t>(seat)], other) && !holds(other)) return false;
    return true;
}

// How many pieces of a seat count as being in the target.
inline int pieces_home(const State& state, int seat) {
    int sum = 0;
    for (auto code : state.rules->codes[static_cast<std::size_t>(seat)])
        sum += on_parts(state, code, state.rules->kind(code).ranking);
    return sum;
}

// How many pieces of a seat have left the board.
inline int pieces_off(const State& state, int seat) {
    int sum = -state.more.hands[static_cast<std::size_t>(seat)];
    for (auto code : state.rules->codes[static_cast<std::size_t>(seat)])
        sum += state.rules->kind(code).army - state.pieces[code];
    return sum;
}

// Keeps the counters of the stall rule after a turn of a seat.
inline void count_progress(State& state, int seat, bool event) {
    const auto& rules = *state.rules;
    if (!rules.stall) return;
    ++state.now.idle[static_cast<std::size_t>(seat)];
    for (std::size_t one = 0; one < static_cast<std::size_t>(rules.seats); ++one) {
        if (!rules.stall->by_advance) {
            if (event) state.now.idle[one] = 0;
        } else if (state.totals[one] > state.now.best[one]) {
            // A new best that another seat's move made counts too.
            state.now.best[one] = state.totals[one];
            state.now.idle[one] = 0;
        }
    }
}

// ---- placing the seats ----

// Seats of equal value share a place; the highest value comes first.
class Places {
   public:
    void add(Seats group) {
        if (!group) return;
        for (int seat = 0; seat < most_seats; ++seat)
            if (has_seat(group, seat)) places_[static_cast<std::size_t>(seat)] = following_;
        following_ = static_cast<std::uint8_t>(following_ + std::popcount(group));
    }
    // Adds some seats by their values and tells how many groups they made.
    template <class Value>
    int add_by(Seats seats, Value value) {
        int groups = 0;
        while (seats) {
            Seats group = 0;
            std::pair<std::int64_t, std::int64_t> best;
            for (int seat = 0; seat < most_seats; ++seat) {
                if (!has_seat(seats, seat)) continue;
                const auto own = value(seat);
                if (!group || own > best) {
                    best = own;
                    group = 0;
                }
                if (own == best) group |= seat_bit(seat);
            }
            add(group);
            seats = static_cast<Seats>(seats & ~group);
            ++groups;
        }
        return groups;
    }
    const std::array<std::uint8_t, most_seats>& places() const { return places_; }

   private:
    std::array<std::uint8_t, most_seats> places_{};
    std::uint8_t following_ = 1;
};

inline void finish(State& state, const Result& result) {
    state.now.phase = Phase::over;
    state.now.result = result;
    state.more.rolled = 0;
    state.more.roll = {};
    state.more.huffable = {};
    state.actions.clear();
    state.actions_known = true;
}

inline Seats all_seats(const State& state) { return static_cast<Seats>((1u << state.rules->seats) - 1); }

inline Seats seats_in_play(const State& state) { return static_cast<Seats>(all_seats(state) & ~state.now.gone); }

inline void end_game(State& state, Termination termination, const Places& places, bool drawn = false) {
    finish(state,
           {.known = true, .drawn = drawn, .placed = true, .termination = termination, .places = places.places()});
}

// The first seats share the first place, all others the place after them.
inline void end_won(State& state, Termination termination, Seats winners) {
    Places places;
    places.add(winners);
    places.add(static_cast<Seats>(all_seats(state) & ~winners));
    end_game(state, termination, places);
}

// Those who finished come first, in order, then the ranking of those in play as under the stall rule, partners added
// up; those who are out come last. They share that place; only in a game that was played on the last one out comes
// first of them.
inline void end_ranked(State& state, Termination termination) {
    const auto& rules = *state.rules;
    const auto& now = state.now;
    const auto strength = [&](int seat) -> std::pair<std::int64_t, std::int64_t> {
        if (!rules.stall || rules.stall->ranking == Ranking::draw) return {0, 0};
        std::int64_t first = 0, second = 0;
        for (int other = 0; other < rules.seats; ++other) {
            if (!has_seat(rules.team[static_cast<std::size_t>(seat)], other)) continue;
            if (rules.stall->ranking == Ranking::off) {
                first += pieces_off(state, other);
            } else {
                first += pieces_home(state, other);
                second += state.totals[static_cast<std::size_t>(other)];
            }
        }
        return {first, second};
    };
    Places places;
    for (std::size_t i = 0; i < now.finished.count; ++i) places.add(seat_bit(now.finished.seats[i]));
    const Seats playing = seats_in_play(state);
    const int groups = places.add_by(playing, strength);
    Seats out = 0;
    for (std::size_t i = now.out.count; i-- > 0;) {
        out |= seat_bit(now.out.seats[i]);
        if (rules.play_on) places.add(seat_bit(now.out.seats[i]));
    }
    if (!rules.play_on) places.add(out);
    bool several_teams = false;
    for (int seat = 0; seat < rules.seats; ++seat)
        if (has_seat(playing, seat)) several_teams |= (playing & ~rules.team[static_cast<std::size_t>(seat)]) != 0;
    end_game(state, termination, places, groups == 1 && several_teams && !now.finished.count);
}

// The game is won by a seat, or by its team; or it has taken its place and the others play on.
inline void win(State& state, int seat, Termination termination) {
    if (!state.rules->play_on) {
        end_won(state, termination, state.rules->team[static_cast<std::size_t>(seat)]);
        return;
    }
    state.now.finished.add(seat);
    state.now.gone |= seat_bit(seat);
    if (state.playing() == 1) end_ranked(state, termination);
}

// A seat has lost by the duty to clear; the last one left wins, and a team loses as a whole.
inline void go_out(State& state, int seat) {
    const auto& rules = *state.rules;
    if (rules.duty == Duty::lose_and_lift) at_home(state, seat).each([&](int cell) { state.put(cell, 0); });
    state.now.seat = state.now.actor = static_cast<std::uint8_t>(state.following(seat));
    state.now.out.add(seat);
    state.now.gone |= seat_bit(seat);
    const auto left = static_cast<Seats>(seats_in_play(state) & ~rules.team[static_cast<std::size_t>(seat)]);
    if (!rules.has_teams && std::popcount(left) != 1) return;
    if (rules.play_on)
        end_ranked(state, Termination::blocked_out);
    else
        end_won(state, Termination::blocked_out, left);
}

// ---- after a turn ----

// How many equal pieces stand side by side through a cell along its longest line.
inline int longest_line(const State& state, int cell) {
    int longest = 0;
    const auto& lines = state.rules->goal.lines.from[static_cast<std::size_t>(cell)];
    const auto own = state.board[static_cast<std::size_t>(cell)];
    for (int pair = 0; pair < static_cast<int>(lines.size()); pair += 2) {
        int length = 1;
        for (int end : {pair, pair + 1})
            for (auto other : lines[end]) {
                if (state.board[static_cast<std::size_t>(other)] != own) break;
                ++length;
            }
        longest = std::max(longest, length);
    }
    return longest;
}

// Judges the goal at the end of a seat's turn; true if the game is over by it.
inline bool reaches_goal(State& state, int seat, int moved_to) {
    const auto& rules = *state.rules;
    const auto& goal = rules.goal;
    const bool alone = rules.no_move == NoMove::unsolved;
    switch (goal.word) {
        case GoalWord::none:
            break;
        case GoalWord::home:
            if (all_of_team(state, seat, [&](int member) { return is_home(state, member); }))
                win(state, seat, alone ? Termination::solved : Termination::filled);
            break;
        case GoalWord::figure:
            if (state.occupied() == goal.figure) win(state, seat, Termination::solved);
            break;
        case GoalWord::in_a_row:
            if (moved_to >= 0 && moved_to < rules.cells && longest_line(state, moved_to) >= goal.length)
                win(state, seat, Termination::in_a_row);
            break;
        case GoalWord::connected: {
            const auto own = state.own_cells(seat);
            for (const auto& line : goal.connect[static_cast<std::size_t>(seat)])
                if (line.within(own)) {
                    win(state, seat, alone ? Termination::solved : Termination::connected);
                    break;
                }
            break;
        }
        case GoalWord::all_off: {
            int army = 0;
            for (auto code : rules.codes[static_cast<std::size_t>(seat)]) army += rules.kind(code).army;
            if (pieces_off(state, seat) == army) win(state, seat, Termination::all_off);
            break;
        }
        case GoalWord::too_few: {
            int prey = state.more.hands[static_cast<std::size_t>(goal.hunted)];
            for (auto code : rules.codes[static_cast<std::size_t>(goal.hunted)]) prey += state.pieces[code];
            if (prey <= goal.most) win(state, goal.hunter, Termination::too_few);
            break;
        }
    }
    return state.now.phase == Phase::over;
}

// All players have passed in succession, or made too many turns without progress; true if that ends the game.
inline bool stop_if_nobody_gets_on(State& state) {
    const auto& rules = *state.rules;
    if (state.now.passes >= state.playing()) {
        end_ranked(state, Termination::all_passed);
    } else if (rules.stall) {
        bool idle = true;
        for (int seat = 0; seat < rules.seats; ++seat)
            idle &= !state.in_play(seat) || state.now.idle[static_cast<std::size_t>(seat)] >= rules.stall->turns;
        if (idle) end_ranked(state, Termination::stall);
    }
    return state.now.phase == Phase::over;
}

// The same position has occurred for the third time.
inline void stop_if_repeated(State& state, int occurrences) {
    if (occurrences >= repetitions_allowed) end_ranked(state, Termination::stall);
}

// ---- before a turn ----

// Whether a seat has to clear its home and has no move that does.
inline bool must_lose(const State& state, int seat) {
    return must_clear(state, seat) && lends_to(state, seat) == seat && !can_clear(state, seat);
}

// What is judged at the start of the turn of a seat; true if it ended that seat's game.
inline bool settle_seat(State& state) {
    const auto& rules = *state.rules;
    const int seat = state.now.seat;
    if (state.now.finished.count && state.now.finished.contains(seat)) {
        state.now.seat = state.now.actor = static_cast<std::uint8_t>(state.following(seat));
        return true;
    }
    if (rules.fill &&
        all_of_team(state, seat, [&](int member) { return is_filled_up(state, member) || is_home(state, member); })) {
        win(state, seat, Termination::filled_up);
        return true;
    }
    if ((rules.duty == Duty::lose || rules.duty == Duty::lose_and_lift) && must_lose(state, seat)) {
        go_out(state, seat);
        return true;
    }
    return false;
}

// What has been counted for a seat; 0 in games that count nothing.
inline int score(const State& state, int seat) {
    const auto one = static_cast<std::size_t>(seat);
    switch (state.rules->count) {
        case Count::captured:
            return state.more.captured[one];
        case Count::difference:
            return state.more.captured[one] - state.more.lost[one];
        case Count::home:
            return pieces_home(state, seat);
        case Count::nothing:
            break;
    }
    return 0;
}

inline void count_up(State& state, Termination termination) {
    Places places;
    places.add_by(all_seats(state),
                  [&](int seat) -> std::pair<std::int64_t, std::int64_t> { return {score(state, seat), 0}; });
    end_game(state, termination, places);
}

// Ends of games in which nothing can be done any more; true if the game is over.
inline bool nothing_left(State& state) {
    const auto& rules = *state.rules;
    if (rules.dice == Dice::run) {
        if (state.now.phase == Phase::roll && !anyone_can_run(state)) count_up(state, Termination::most_home);
    } else if (rules.enclosing != Enclosing::none) {
        if (!can_still_enclose(state)) count_up(state, Termination::captured_most);
    } else if (rules.no_move != NoMove::pass && only_passes(state)) {
        if (rules.no_move == NoMove::end)
            count_up(state, Termination::captured_most);
        else if (rules.no_move == NoMove::unsolved)
            finish(
                state,
                {.known = true, .drawn = false, .placed = false, .termination = Termination::unsolved, .places = {}});
        else if (state.now.seat == 0)
            win(state, state.following(0), Termination::shut_in);
    }
    return state.now.phase == Phase::over;
}

}  // namespace halma
