// How the others are modelled: what one principal variation search has to know to think like that.
#pragma once

#include "answer.hpp"

namespace halma::engine {

// What all models share unless they say otherwise.
struct ModelDefaults {
    // Everybody plays for the own side: values have no bounds and are not kept.
    static constexpr bool for_everyone = false;
    // Only the one of the others who hurts most replies.
    static constexpr bool one_replies = false;
    // A race of two seats and nothing else.
    static constexpr bool two_race = false;
    // So many nodes share an entry of the table.
    static constexpr double nodes_per_entry = 2;
    // Counts of refutations are halved from here on.
    static constexpr int most_refutations = 16 * turn;
    // The first move that is looked at less deeply, and the first that loses two turns.
    static constexpr std::size_t late = 4, very_late = 14;
    // The same at the root.
    static constexpr std::size_t late_at_root = 7;
};

// Two seats race. The last turns are valued without being played, so bounds and tables see far more positions.
struct TwoSides : ModelDefaults {
    static constexpr bool two_race = true;
    static constexpr double nodes_per_entry = 8;
    static constexpr int most_refutations = 32 * turn;
    static constexpr std::size_t late = 3, very_late = 11, last = 31;
    static constexpr std::size_t late_at_root = 5;
};

// All others play against the side that thinks; with two sides that is plain alpha-beta.
struct Paranoid : ModelDefaults {};

// The side that thinks looks twice as far.
struct BestReply : ModelDefaults {
    static constexpr bool one_replies = true;
};

struct MaxN : ModelDefaults {
    static constexpr bool for_everyone = true;
};

}  // namespace halma::engine
