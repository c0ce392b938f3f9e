// Positions to learn from, and the games they come from, as bytes; docs/training.md describes the form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/net.hpp"

namespace halma::engine {

using Bytes = std::vector<std::uint8_t>;

inline void append(Bytes& bytes, std::int64_t number, int count) {
    for (int i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> 8 * i));
}

// What a file of samples has to say about the rules, and a net has to know of them.
struct Layout {
    explicit Layout(const Rules& rules);

    std::uint64_t digest = 0;
    int cells = 0, seats = 0;
    std::vector<int> armies;  // by content, without the first one
    std::int64_t begin = 0;   // the total advance of all seats at the beginning and when everybody is home
    std::int64_t end = 0;
};

// Whether there is anything to learn: a race without luck in which all pieces stay on the board.
bool can_learn(const Rules& rules);

// A position, and how the game went on.
struct Sample {
    // Searched: there is a score. Stray: not a position of the game, so its end says nothing.
    static constexpr std::uint8_t searched = 1, stray = 2;

    std::uint8_t flags = 0;
    int turn = 0;
    int actor = 0;
    int score = 0;  // to the side of the actor, in hundredths of a turn
    PerSeat written{};
    std::vector<std::uint16_t> cells;  // of all pieces, by content; one that is gone has the largest number
};

enum class Ended : std::uint8_t { played, adjudicated, dropped };

struct SampledGame {
    std::uint64_t number = 0;
    Ended ended = Ended::dropped;
    Seats learner = 0;  // the seats it had
    int turns = 0;
    int margin = 0;  // turns that the second one still needs at about
    std::array<std::uint8_t, most_seats> places{};
    std::vector<Sample> samples;
};

// All games as one file.
Bytes encoded(const Layout& layout, std::uint64_t seed, const std::vector<SampledGame>& games);

}  // namespace halma::engine
