// Hunters that capture by hopping against many that shut them in.
//
// The hunters want captures and room, the hunted want to stand covered and to take that room away.
#pragma once

#include "goal_value.hpp"

namespace halma::engine {

class HuntValue : public GoalValue {
   public:
    HuntValue(const Rules& rules, const Weakness& weakness)
        : rules_(rules), distance_(rules), care_(100 - weakness.neglect) {
        for (auto code : rules.codes[at(rules.goal.hunter)])
            for (const auto& mover : rules.kind(code).movers)
                if (mover.word == Movement::hop) hops_ = &mover.hops;
        // The lines on which a piece can be hopped over, by the piece: pairs of cells on both sides of it.
        over_.resize(at(rules.cells));
        for (int cell = 0; cell < rules.cells && hops_; ++cell)
            for (auto [over, land] : (*hops_)[cell])
                if (land < rules.cells) over_[over].push_back({static_cast<Cell>(cell), land});
    }

    void evaluate(const State& state, PerSeat& values) const override {
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        const int left = prey.count() + state.more.hands[at(hunted)];
        int value = -prize * (left - rules_.goal.most);
        // The last captures decide.
        value += prize / 4 * std::max(0, 4 - (left - rules_.goal.most));

        int threats = 0;
        CellSet threatened;
        int exits = 0;
        hunters.each([&](int cell) {
            if (hops_)
                for (auto [over, land] : (*hops_)[cell])
                    if (prey.contains(over) && land < rules_.cells && state.empty(land)) {
                        threatened.insert(over);
                        ++exits;
                    }
            for (auto near : rules_.neighbours[cell]) exits += state.empty(near);
        });
        threats = threatened.count();
        // Whoever is to move takes one, or saves one.
        const bool hunting = state.now.seat == hunter || state.more.hands[at(hunted)];
        if (threats) value += hunting ? prize * 3 / 4 + prize / 8 * (threats - 1) : prize / 5 + prize / 2 * (threats - 1);

        int danger = -room(state, hunters, prey);
        for (int missing = exits; missing < few_exits; ++missing) danger += 8 + 6 * (few_exits - missing);
        if (hunters.any())
            prey.each([&](int cell) {
                int nearest = Distances::far;
                hunters.each([&](int cat) { nearest = std::min(nearest, distance_(cat, cell)); });
                int open = 0;
                for (auto [before, behind] : over_[at(cell)])
                    open += !prey.contains(before) && !prey.contains(behind);
                // Lines are counted from both ends. Close by an uncovered piece is in danger, far away it is of no use.
                danger -= open * std::max(0, 7 - nearest) / 2 + nearest;
            });
        // Who does not care only sees what can be taken.
        value -= danger * care_ / 100;
        values[at(hunter)] += value;
        values[state.now.seat] += turn / 4;
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        const auto nearest = [&](int cell, const CellSet& others) {
            int least = Distances::far;
            others.each([&](int other) {
                if (other != cell) least = std::min(least, distance_(cell, other));
            });
            return least;
        };
        const auto covered = [&](int cell, int gone) {
            int friends = 0;
            for (auto near : rules_.neighbours[cell]) friends += near != gone && prey.contains(near);
            return friends;
        };
        for (const auto& action : list) {
            if (action.target < 0 || action.target >= rules_.cells) {
                found.push_back(0);
            } else if (action.captured) {
                found.push_back(prize * list.captured(action).count());
            } else if (state.now.seat == hunter) {
                const int before = action.origin < 0 ? 0 : nearest(action.origin, prey);
                found.push_back(before - nearest(action.target, prey));
            } else if (action.origin < 0) {
                // Far away or without company a piece is of no use yet.
                const int way = nearest(action.target, hunters), friends = covered(action.target, no_cell);
                found.push_back(way > 6 || (prey.any() && !friends && way > 3) ? hopeless : 10 * friends - way);
            } else {
                const int closer = nearest(action.origin, hunters) - nearest(action.target, hunters);
                found.push_back(4 * closer + 3 * (covered(action.target, action.origin) - covered(action.origin, no_cell)));
            }
        }
        if (std::all_of(found.begin(), found.end(), [](int one) { return one == hopeless; }))
            std::fill(found.begin(), found.end(), 0);
    }

   private:
    static constexpr int prize = 3 * turn;
    static constexpr int few_exits = 12;
    static constexpr int small_room = 60;

    // Room is what a hunter reaches before any of the hunted; it gets dear when it gets scarce.
    int room(const State& state, const CellSet& hunters, const CellSet& prey) const {
        std::array<Cell, most_cells + 1> open;
        std::array<std::uint8_t, most_cells + 1> reached{};  // 1 by hunters, 2 by the hunted
        std::size_t count = 0;
        // The hunted come first, so that a cell both reach at the same time is theirs.
        const auto begin = [&](const CellSet& cells, std::uint8_t whose) {
            cells.each([&](int cell) {
                reached[at(cell)] = whose;
                open[count++] = static_cast<Cell>(cell);
            });
        };
        begin(prey, 2);
        begin(hunters, 1);
        int found = 0;
        for (std::size_t i = 0; i < count; ++i)
            for (auto near : rules_.neighbours[open[i]]) {
                if (reached[near] || !state.empty(near)) continue;
                reached[near] = reached[open[i]];
                found += reached[near] == 1;
                open[count++] = near;
            }
        return 2 * found - (found < small_room ? 4 * (small_room - found) : 0);
    }

    const Rules& rules_;
    Distances distance_;
    int care_;
    const Lists<Leap>* hops_ = nullptr;
    std::vector<std::vector<std::array<Cell, 2>>> over_;
};

}  // namespace halma::engine
