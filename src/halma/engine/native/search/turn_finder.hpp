// The whole turns of a roll. With one die a turn is an action; with two it is a row of them, of which a beam follows
// the most promising ones action by action.
#pragma once

#include <unordered_set>

#include "search/budget.hpp"
#include "search/handicap.hpp"
#include "search/sides.hpp"

namespace halma::engine {

struct Turn {
    std::vector<Move> moves;
    int value = 0;  // to the seat that plays it, with what it misjudges
    PerSeat values{};
};

inline bool better(const Turn& one, const Turn& other) { return one.value > other.value; }

class TurnFinder {
   public:
    TurnFinder(State& state, const Evaluator& evaluator, Budget& budget, const Sides& sides, const Handicap& handicap)
        : state_(state), evaluator_(evaluator), budget_(budget), sides_(sides), handicap_(handicap) {}

    // Every single action that is seen, the most promising one first; at least one. They have no values yet.
    std::vector<Turn> actions();

    // The whole turns that a beam of some width finds, the best one first; none if it could not be finished.
    std::vector<Turn> beam(std::size_t width, bool may_break_off);

    // Values at a glance: of the position, and of the position after an action.
    PerSeat worth() const;
    PerSeat glance(const Move& move);

    void play(const Move& move);

    // So many turns are compared by the replies.
    static constexpr std::size_t compared = 8;

   private:
    std::vector<std::size_t> seen_actions(const ActionList& list) const;
    void extend(const Turn& so_far, int mover, std::size_t width, std::unordered_set<std::uint64_t>& seen,
                std::vector<Turn>& next, std::vector<Turn>& ended);
    PerSeat value_of_position(int ply) const;

    State& state_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Sides& sides_;
    const Handicap& handicap_;
};

}  // namespace halma::engine
