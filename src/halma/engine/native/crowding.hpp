// Pieces of others that stand in a target: with several seats they come to rest there, and whoever shuts them in can
// never get home. What they cost depends on the way out they have.
#pragma once

#include "goal_value.hpp"

namespace halma::engine {

class Crowding {
   public:
    explicit Crowding(const Rules& rules) : rules_(rules) {
        applies_ = rules.goal.word == GoalWord::home && rules.seats > 2 && rules.dice == Dice::none;
    }

    void evaluate(const State& state, PerSeat& values) const {
        if (!applies_) return;
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            const CellSet guests = (state.occupied() & kind.goal_cells) - state.standing[code];
            if (!guests.any()) continue;
            int price = 0;
            guests.each([&](int cell) {
                if (!(state.kind_at(cell).owners & kind.owners)) price += price_of(state, cell);
            });
            add_to_owners(rules_, static_cast<Content>(code), -price, values);
        }
    }

    int ahead = 60, aside = 110, back = 160, shut_in = 300;

   private:
    // By the best way out: further on, sideways, only backwards, or none.
    int price_of(const State& state, int cell) const {
        const auto& kind = state.kind_at(cell);
        const int from = kind.advance[at(cell)];
        int price = shut_in;
        const auto try_way = [&](int land) {
            if (land >= rules_.cells || !state.empty(land)) return;
            const int gain = kind.advance[at(land)] - from;
            price = std::min(price, gain > 0 ? ahead : gain == 0 ? aside : back);
        };
        for (const auto& mover : kind.movers) {
            if (mover.word == Movement::step)
                for (auto land : mover.steps[cell]) try_way(land);
            else if (mover.word == Movement::hop)
                for (auto [over, land] : mover.hops[cell])
                    if (!state.empty(over)) try_way(land);
        }
        return price;
    }

    const Rules& rules_;
    bool applies_ = false;
};

}  // namespace halma::engine
