// Hunters that capture by hopping against many that shut them in.
//
// The hunters want captures and room, the hunted want to stand covered and to take that room away. With care on both
// sides nobody wins: a corner filled three deep cannot be broken into, and hunters that keep off the rim need more
// pieces around them than there are. So whoever thinks ventures more the longer nothing happens.
#pragma once

#include "eval/goal_value.hpp"
#include "eval/hunt_traps.hpp"
#include "eval/reachability.hpp"
#include "eval/stall.hpp"

namespace halma::engine {

class HuntValue : public GoalValue {
   public:
    explicit HuntValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;
    void add_impatience(const State& state, const Thinker& thinker, Account& account) const override;
    int draw() const override { return grounds_.weights.hunt_draw; }
    bool stands_still(const State& state) const override;
    Wanted getting_on(State& state, const ActionList& list) const override;

   private:
    static constexpr int much_room = 80, small_room = 12;

    int threats(const State& state, const CellSet& hunters, const CellSet& prey) const;
    int uncovered(const CellSet& hunters, const CellSet& prey) const;
    int impatience_of_hunters(const State& state, const CellSet& hunters, const CellSet& prey) const;
    int impatience_of_prey(const State& state, const Thinker& thinker, const CellSet& hunters,
                           const CellSet& prey) const;
    bool are_closed_in(const State& state) const;
    int formation(const CellSet& hunters, const CellSet& prey, int left, bool closed) const;
    int chase(const CellSet& hunters, const CellSet& prey) const;
    int freedom(const Room& room) const;

    Grounds grounds_;
    StandingStill still_;
    Traps traps_;
    std::array<int, at(much_room) + 1> worth_{};
};

}  // namespace halma::engine
