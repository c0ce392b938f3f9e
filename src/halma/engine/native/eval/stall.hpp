// For how long a game may stand still. The rules end it after so many turns without progress; whoever plays grows
// restless after a share of them. This is the only place that says which share.
#pragma once

#include "halma/halma.hpp"

namespace halma::engine {

struct StandingStill {
    explicit StandingStill(const Rules& rules)
        : turns(rules.stall ? static_cast<int>(rules.stall->turns) : no_stall_rule) {}

    int share(int hundredths) const { return turns * hundredths / 100; }

    // ---- races ----
    int race_patience() const { return share(12); }    // then waiting begins to cost,
    int race_most() const { return share(80); }        // and so many turns later it costs no more
    int race_longest() const { return share(32); }     // then whatever gets on has to be played
    int bridge_patience() const { return share(20); }  // then those who wait for a bridge piece are fetched in haste

    // ---- a line from end to end ----
    int line_patience() const { return share(25); }  // then it is worth nothing any more to stand in a line
    int line_longest() const { return share(50); }   // then who was nearest goes on, and the others leave that line

    // ---- a hunt ----
    int hunt_patience() const { return share(20); }   // then hunters come
    int hunt_hiding() const { return share(60); }     // then the hunted come out
    int hunt_leaving() const { return share(30); }    // then those do who have nothing to wait for
    int hunt_walling() const { return share(10); }    // then they close the walls
    int hunt_most() const { return share(40); }       // so many turns later nobody ventures more
    int longest_chase() const { return share(70); }   // then hunters take whatever they can
    int longest_hiding() const { return share(85); }  // then the hunted let somebody be taken

    int turns;

   private:
    // Where the rules end nothing, turns without progress are not counted either.
    static constexpr int no_stall_rule = 1'000'000;
};

}  // namespace halma::engine
