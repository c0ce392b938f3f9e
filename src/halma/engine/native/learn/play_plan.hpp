// What games are to be played for learning, and how: read from a text of words NAME=VALUE, so that Python and the
// program beside it (tools/selfplay.cpp) ask for the same.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "eval/net.hpp"

namespace halma::engine {

// How one side plays.
struct Style {
    std::uint64_t nodes = 1000;  // of a search for every move; 0 for a look at what every move leads to
    double seconds = 0;          // the same by time, 0 for no limit; games are not the same again then
    std::shared_ptr<const Net> net;
};

struct PlayPlan {
    std::uint64_t seed = 0;
    std::uint64_t first = 0;  // the number of the first game; a game depends on its number and the seed alone
    std::uint64_t games = 1;
    int threads = 1;
    Style learner, rival;
    int rivalry = 0;        // in so many of a hundred games the learner has one seat and the rival all others
    int opening_least = 4;  // so many plies at random to begin with, and at most so many
    int opening_most = 12;  // the same for two games that follow each other, in which the learner changes seats
    int blunders = 3;       // later so many of a hundred moves are random ones
    int noise = 0;          // without a search values are off by up to so much, in hundredths of a turn
    int strays = 0;         // so many samples for a hundred positions are one or two random moves off the game
    int every = 1;          // every which position becomes a sample; 0 for none
    int most_turns = 1000;  // a game that is longer is worth nothing
    int adjudicates = 1;    // whether a race of two ends where the armies have passed each other

    // Sets what a word NAME=VALUE says. Nothing if that was possible, otherwise what is wrong with it.
    std::string set(std::string_view word);
};

}  // namespace halma::engine
