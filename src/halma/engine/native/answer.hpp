// What a search is asked for and what it answers.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "eval/weight_table.hpp"
#include "halma/halma.hpp"

namespace halma::engine {

// The worth of a decided game, less the plies until then; nothing else is worth as much.
inline constexpr int win = 1'000'000;
// From here on a value means a decided game.
inline constexpr int decided = win - 10'000;
// A hundredth of a turn is the unit of all other values.
inline constexpr int turn = 100;
inline constexpr int unknown = -1;

// An action with what it captures, apart from any list.
struct Move {
    Action action;
    CellSet captured;

    friend bool operator==(const Move& one, const Move& other) {
        return one.action.kind == other.action.kind && one.action.origin == other.action.origin &&
               one.action.target == other.action.target && one.captured == other.captured;
    }
};

inline Move move_of(const ActionList& list, const Action& action) { return {action, list.captured(action)}; }

struct Line {
    PerSeat scores{};
    std::vector<Move> moves;
};

struct Answer {
    std::vector<Line> lines;  // the best one first
    int depth = 0;
    std::uint64_t nodes = 0;
    // Own turns each seat still needs at about, or `unknown`.
    PerSeat remaining{unknown, unknown, unknown, unknown, unknown, unknown};
};

// How a weak player looks at the board; all zero for one who sees everything.
struct Weakness {
    int blindness = 0;  // hundredths of the long ways that are overlooked
    int sight = 0;      // ways of more steps than so many are long ones; 0 for all hops
    int noise = 0;      // values are off by up to so much
    int neglect = 0;    // hundredths of the care for stragglers that is missing
    int habit = 0;      // what it seems to be worth to go on with the piece that was moved before
    int planned = 0;    // how many turns before the end it begins to plan its way home; 0 for as soon as it can

    // As they come from outside: the numbers above in their order.
    static constexpr int numbers = 6;
    template <typename Numbers>
    static Weakness from(const Numbers& given) {
        return {given[0], given[1], given[2], given[3], given[4], given[5]};
    }

    // Whether moves are overlooked or misjudged.
    bool any() const { return blindness || noise || habit; }
};

// How the others are thought of where several sides play; `usual` leaves it to the rules (search/choice.cpp).
enum class Others : std::uint8_t { usual, paranoid, best_reply, max_n, beam, playouts };

class Net;

struct Question {
    int depth = 0;  // most turns to look ahead; 0 for no limit
    int threads = 1;
    int lines = 1;
    int table_megabytes = 32;  // the most memory for what is known about positions
    std::uint64_t seed = 0;
    Weakness weakness;
    Weights weights;
    std::shared_ptr<const Net> net;  // one that fits the rules, or none
    Others others = Others::usual;
    std::function<void(const Answer&)> report;  // after each depth that was finished
};

}  // namespace halma::engine
