// Playing at random: every action that may be played is equally likely.
#pragma once

#include <optional>

#include "draw.hpp"
#include "play.hpp"

namespace halma {

// A small generator of good quality; the same seed gives the same game everywhere.
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }
    // A number from 0 to count - 1, all equally likely.
    std::uint32_t below(std::uint32_t count) {
        for (;;) {
            const std::uint64_t product = (next() >> 32) * count;
            // What is left over when 2^32 is dealt out evenly would favour some numbers: deal again.
            if (static_cast<std::uint32_t>(product) >= (0u - count) % count)
                return static_cast<std::uint32_t>(product >> 32);
        }
    }
    int die() { return static_cast<int>(below(faces)) + 1; }

   private:
    std::uint64_t state_;
};

// A legal action at random; nothing if there is none or a roll is due.
inline std::optional<Action> random_action(State& state, Random& random) {
    if (state.now.phase == Phase::move && state.rules->quick_draw) {
        const auto drawn = draw_move(state, lends_to(state, state.now.seat), random);
        return drawn ? drawn : Action{};
    }
    const auto& found = legal(state);
    if (found.empty()) return std::nullopt;
    return found[random.below(static_cast<std::uint32_t>(found.size()))];
}

// Draws a lot: as many free cells as pieces in the hand, every choice of them equally likely.
inline CellSet random_cells(const State& state, Random& random) {
    const auto seat = static_cast<std::size_t>(state.now.seat);
    std::vector<int> free;
    (state.rules->placing->zones[seat] - state.occupied()).each([&](int cell) { free.push_back(cell); });
    CellSet drawn;
    for (int wanted = state.more.hands[seat]; wanted > 0 && !free.empty(); --wanted) {
        const auto at = random.below(static_cast<std::uint32_t>(free.size()));
        drawn.insert(free[at]);
        free[at] = free.back();
        free.pop_back();
    }
    return drawn;
}

// Plays one action at random, or rolls; false if nothing can be done.
inline bool play_something(State& state, Random& random) {
    if (state.now.phase == Phase::roll && awaits_lot(state)) {
        const CellSet drawn = random_cells(state, random);
        if (drawn.count() != state.more.hands[state.now.seat]) return false;
        scatter(state, drawn);
        return true;
    }
    if (state.now.phase == Phase::roll) {
        const int one = random.die();
        roll(state, one, state.rules->dice == Dice::split ? random.die() : 0);
        return true;
    }
    const auto found = random_action(state, random);
    if (found) apply(state, state.actions, *found);
    return found.has_value();
}

// Forgets the way that led here, which random play never goes back.
inline void forget_past(State& state) {
    state.changes.clear();
    state.past.clear();
    state.past_extras.clear();
}

struct Playout {
    std::int64_t turns = 0;
    Result result;
};

// How many turns are played between two pauses.
inline constexpr std::int64_t turns_between_pauses = 1 << 16;

// Plays on at random until the game ends or so many turns have been made.
inline Playout random_playout(State& state, std::uint64_t seed, std::int64_t most_turns, Pause pause = nullptr) {
    Random random(seed);
    const std::int64_t first = state.now.turn;
    // Turns are counted in 32 bits.
    most_turns = std::min<std::int64_t>(most_turns, std::int64_t{INT32_MAX} - 1 - first);
    std::int64_t next_pause = turns_between_pauses;
    while (state.now.turn - first < most_turns && play_something(state, random)) {
        forget_past(state);
        if (pause && state.now.turn - first >= next_pause) {
            next_pause += turns_between_pauses;
            pause();
        }
    }
    return {state.now.turn - first, state.now.result};
}

// Plays so many turns at random, beginning a new game whenever one has ended or nothing can be done. Tells how many
// were played: fewer only if a game cannot even begin.
inline std::int64_t random_turns(State& state, std::uint64_t seed, std::int64_t turns, Pause pause = nullptr) {
    Random random(seed);
    const int first = state.now.seat;
    std::int64_t played = 0;
    for (bool begun = false; played < turns; begun = true) {
        if (begun) {
            start(state, first);
            if (pause) pause();
        }
        const std::int64_t game = random_playout(state, random.next(), turns - played, pause).turns;
        if (begun && !game) break;
        played += game;
    }
    return played;
}

}  // namespace halma
