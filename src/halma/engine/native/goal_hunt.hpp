// Hunters that capture by hopping against many that shut them in.
//
// The hunters want captures and room, the hunted want to stand covered and to take that room away. With care on both
// sides nobody wins: a corner filled three deep cannot be broken into, and hunters that keep off the rim need more
// pieces around them than there are. So whoever thinks ventures more the longer nothing happens.
#pragma once

#include <cmath>

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
        for (std::size_t i = 0; i < worth_.size(); ++i)
            worth_[i] = static_cast<int>(std::lround(2 * turn * std::log(1.0 + static_cast<double>(i))));
        find_traps();
    }

    void evaluate(const State& state, PerSeat& values) const override {
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        const int left = prey.count() + state.more.hands[at(hunted)];
        int value = -prize * (left - rules_.goal.most);
        // The last captures decide.
        value += prize / 4 * std::max(0, 4 - (left - rules_.goal.most));

        CellSet threatened;
        hunters.each([&](int cell) {
            if (hops_)
                for (auto [over, land] : (*hops_)[cell])
                    if (prey.contains(over) && land < rules_.cells && state.empty(land)) threatened.insert(over);
        });
        const int threats = threatened.count();
        // Whoever is to move takes one, or saves one.
        const bool hunting = state.now.seat == hunter || state.more.hands[at(hunted)];
        if (threats) value += hunting ? prize * 3 / 4 + prize / 8 * (threats - 1) : prize / 5 + prize / 2 * (threats - 1);

        // Who does not care only sees what can be taken, and runs to where most is to be had.
        int care = 0;
        std::size_t room = 0;
        hunters.each([&](int cell) { care += freedom(state, cell, prey, room); });
        if (hunters.any())
            prey.each([&](int cell) {
                const int near = nearest(cell, hunters);
                int open = 0;
                for (auto [before, behind] : over_[at(cell)]) open += !prey.contains(before) && !prey.contains(behind);
                // Lines are counted from both ends. Close by an uncovered piece is in danger, far away it is of no use.
                care += open * std::max(0, 7 - near) / 2;
            });
        care -= formation(hunters, prey, left, room < small_room);
        value += care * care_ / 100;
        if (care_ < 100) value += chase(hunters, prey) * (100 - care_) / 100;
        values[at(hunter)] += value;
        values[state.now.seat] += turn / 4;
    }

    int impatience(const State& state, int seat) const override {
        if (care_ < 100) return 0;
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        if (state.more.hands[at(hunted)] || !hunters.any() || !prey.any()) return 0;
        if (seat == hunter) {
            // Who has waited long comes after whoever stands alone, and thinks less of the way back.
            const int waited = std::clamp(state.now.idle[at(seat)] - patient, 0, 2 * patient);
            int away = 0, room = 0;
            hunters.each([&](int cell) {
                away += 8 * nearest(cell, prey);
                std::size_t found = 0;
                if (waited) room += freedom(state, cell, prey, found);
            });
            if (waited) away += (room * 3 / 4 - chase(hunters, prey) / 2) * waited / (2 * patient);
            return away + 10 * waited;
        }
        if (are_closed_in(state)) return 0;
        // Those in wait give somebody up to go on; those that nobody comes to leave their places.
        const int idle = state.now.idle[at(seat)], spare = prey.count() - rules_.goal.most - 1;
        const Trap* trap = best_trap(prey, prey.count());
        if (!trap) return 0;
        const int corner = trap->bait.first();
        int away = 0, outside = 0;
        prey.each([&](int cell) { away += nearest(cell, hunters); });
        hunters.each([&](int cell) { outside += distance_(corner, cell) > trap->pocket + 5; });
        int cost = 3 * spare * std::max(0, idle - 3 * patient) + away;
        // With all of them inside it is time to close the walls, come what may.
        if (!outside && spare >= 4) cost += (trap->walls - prey).count() * std::clamp(idle - patient / 2, 0, 2 * patient);
        // Too few for a wall have nothing to wait for.
        const bool leave = outside || spare < 4;
        cost += leave ? away * std::max(0, idle - 3 * patient / 2) : away * std::max(0, idle - 3 * patient) / 3;
        return cost;
    }

    int draw() const override { return -100 * turn; }

    bool stands_still(const State& state) const override {
        const int seat = state.now.actor;
        if (seat == rules_.goal.hunter) return state.now.idle[at(seat)] >= longest_chase;
        return state.now.idle[at(seat)] >= longest_hiding && !are_closed_in(state);
    }

    // Hunters take what they can, the hunted let somebody be taken: keeping away for ever is no way to play.
    bool gets_on(State& state, const ActionList& list, const Action& action) const override {
        if (state.now.actor == rules_.goal.hunter) return action.captured;
        apply(state, list, action);
        bool taken = false;
        if (state.now.phase != Phase::over) {
            const auto& answers = legal(state);
            taken = std::any_of(answers.begin(), answers.end(), [](const Action& answer) { return answer.captured; });
        }
        undo(state);
        return taken;
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        const auto covered = [&](int cell, int gone) {
            int friends = 0;
            for (auto near : rules_.neighbours[cell]) friends += near != gone && prey.contains(near);
            return friends;
        };
        const bool placing = state.now.seat == hunted && state.more.hands[at(hunted)];
        const Trap* trap = placing && care_ == 100 ? best_trap(prey, prey.count() + state.more.hands[at(hunted)]) : nullptr;
        // Both arms grow alike.
        const int more = trap ? 2 * (trap->arms & trap->half & prey).count() - (trap->arms & prey).count() : 0;
        for (const auto& action : list) {
            if (action.target < 0 || action.target >= rules_.cells) {
                found.push_back(0);
            } else if (action.captured) {
                found.push_back(prize * list.captured(action).count());
            } else if (state.now.seat == hunter) {
                const int before = action.origin < 0 ? 0 : nearest(action.origin, prey, action.origin);
                found.push_back(before - nearest(action.target, prey, action.origin));
            } else if (trap) {
                const int target = action.target, way = distance_(trap->bait.first(), target);
                const int alike = (trap->half.contains(target) ? -3 : 3) * more;
                found.push_back(trap->bait.contains(target)   ? 2 * turn
                                : trap->arms.contains(target) ? 50 + 2 * covered(target, no_cell) - way + alike
                                                              : hopeless);
            } else if (action.origin < 0) {
                // Far away or without company a piece is of no use yet.
                const int way = nearest(action.target, hunters), friends = covered(action.target, no_cell);
                found.push_back(way > 6 || (prey.any() && !friends && way > 3) ? hopeless : 10 * friends - way);
            } else {
                const int closer = nearest(action.origin, hunters) - nearest(action.target, hunters);
                found.push_back(4 * closer + 3 * (covered(action.target, action.origin) - covered(action.origin, no_cell)));
            }
        }
        // One part of the trap after the other.
        if (trap)
            if (const int best = *std::max_element(found.begin(), found.end()); best >= turn)
                for (auto& one : found)
                    if (one < best) one = hopeless;
        if (std::all_of(found.begin(), found.end(), [](int one) { return one == hopeless; }))
            std::fill(found.begin(), found.end(), 0);
    }

   private:
    static constexpr int prize = 3 * turn;
    static constexpr int patient = 20, longest_chase = 70, longest_hiding = 85;
    static constexpr int stray = 22;
    static constexpr int many = 16;  // so many wall in a pocket that reaches two steps
    static constexpr std::size_t much_room = 80, small_room = 12;

    bool are_closed_in(const State& state) const {
        const CellSet prey = state.own_cells(rules_.goal.hunted);
        std::size_t room = 0;
        state.own_cells(rules_.goal.hunter).each([&](int cell) { freedom(state, cell, prey, room); });
        return room < small_room;
    }

    int nearest(int cell, const CellSet& others, int but = no_cell) const {
        int least = Distances::far;
        others.each([&](int other) {
            if (other != but) least = std::min(least, distance_(cell, other));
        });
        return least;
    }

    // A corner where hunters can be shut in: somebody in it whom nobody can take, others in wait along both sides, and
    // where they go to wall the hunters in, two deep.
    struct Trap {
        CellSet bait, walls, arms;
        CellSet half;    // of the arms: one of the two
        int pocket = 0;  // how far the room inside reaches
    };

    void find_traps() {
        std::size_t fewest = SIZE_MAX, most = 0;
        for (int cell = 0; cell < rules_.cells; ++cell) {
            fewest = std::min<std::size_t>(fewest, rules_.neighbours[cell].size());
            most = std::max<std::size_t>(most, rules_.neighbours[cell].size());
        }
        const auto on_rim = [&](int cell) { return rules_.neighbours[cell].size() < most; };
        for (int corner = 0; corner < rules_.cells; ++corner) {
            if (rules_.neighbours[corner].size() > fewest) continue;
            std::vector<CellSet> sides;
            for (auto first : rules_.neighbours[corner]) {
                if (!on_rim(first)) continue;
                CellSet side;
                side.insert(corner);
                for (int cell = first, next = first; next != no_cell; cell = next) {
                    side.insert(cell);
                    next = no_cell;
                    for (auto near : rules_.neighbours[cell])
                        if (on_rim(near) && !side.contains(near) && distance_(corner, near) > distance_(corner, cell)) next = near;
                }
                sides.push_back(side);
            }
            if (sides.size() != 2) continue;
            for (int pocket = 1; pocket <= 2; ++pocket) add_trap(corner, sides[0], sides[1], pocket);
        }
    }

    void add_trap(int corner, const CellSet& one, const CellSet& other, int pocket) {
        Trap trap;
        trap.pocket = pocket;
        trap.bait.insert(corner);
        for (int cell = 0; cell < rules_.cells; ++cell) {
            const int way = distance_(corner, cell);
            const bool diagonal = nearest(cell, one) > pocket && nearest(cell, other) > pocket;
            if (way > pocket && way <= pocket + 2) trap.walls.insert(cell);
            const bool rim = nearest(cell, one) < 2 || nearest(cell, other) < 2;
            if (way > pocket && ((way <= pocket + 6 && rim) || (way <= pocket + 3 && !diagonal))) trap.arms.insert(cell);
            if (nearest(cell, one) < nearest(cell, other)) trap.half.insert(cell);
        }
        traps_.push_back(trap);
    }

    // How much of a trap is there, and how far everybody is from it.
    int standing(const Trap& trap, const CellSet& prey) const {
        int sum = 300 * (trap.bait & prey).count() + 100 * (trap.arms & prey).count();
        prey.each([&](int cell) { sum -= distance_(trap.bait.first(), cell); });
        return sum;
    }

    // The one that is furthest on, no larger than there are pieces for its walls. There may be more in hand.
    const Trap* best_trap(const CellSet& prey, int left) const {
        const Trap* best = nullptr;
        int most = 0;
        for (const auto& trap : traps_)
            if (const int count = standing(trap, prey);
                (trap.pocket == 2) == (left > many) && (!best || count > most)) {
                most = count;
                best = &trap;
            }
        return best;
    }

    // How well the hunted stand where they can shut hunters in.
    int formation(const CellSet& hunters, const CellSet& prey, int left, bool closed) const {
        const Trap* trap = best_trap(prey, left);
        if (!trap) return 0;
        int value = 30 * (trap->bait & prey).count();
        int caught = 0;
        hunters.each([&](int cell) { caught += distance_(trap->bait.first(), cell) <= trap->pocket + 1; });
        const int corner = trap->bait.first();
        const CellSet troops = prey - trap->bait;
        if (caught < hunters.count()) {
            // As long as one is outside there is a way in, and whoever strays comes home.
            troops.each([&](int cell) {
                const int way = distance_(corner, cell);
                // With one inside the walls are begun.
                if (caught && trap->walls.contains(cell) && !trap->arms.contains(cell)) return;
                value += trap->arms.contains(cell) ? 12 : -stray * std::min(way, 9) - 2 * stray * std::max(0, way - 9);
            });
            return value + 60 * caught;
        }
        if (closed) {
            // Nobody comes out any more: everybody moves up.
            troops.each([&](int cell) { value -= 10 * distance_(corner, cell); });
            return value + 14 * turn;
        }
        const CellSet free = troops - trap->walls;
        value += 30 * (trap->walls & prey).count() + 300;
        free.each([&](int cell) { value -= 3 * distance_(corner, cell); });
        (trap->walls - prey).each([&](int cell) { value -= 6 * std::min(10, nearest(cell, free)); });
        return value;
    }

    // What a careless hunter likes: to run after somebody who stands alone.
    int chase(const CellSet& hunters, const CellSet& prey) const {
        CellSet alone;
        prey.each([&](int cell) {
            for (auto near : rules_.neighbours[cell])
                if (prey.contains(near)) return;
            alone.insert(cell);
        });
        const CellSet& chased = alone.any() ? alone : prey;
        int sum = 0;
        if (chased.any()) hunters.each([&](int cell) { sum -= 60 * nearest(cell, chased); });
        return sum;
    }

    // What room a hunter has, if nobody else moves, and the most that any has. It gets dear when it gets scarce.
    int freedom(const State& state, int from, const CellSet& prey, std::size_t& most) const {
        std::array<Cell, most_cells + 1> open;
        CellSet reached;
        reached.insert(from);
        std::size_t count = 1, ring = 1, close = 0;
        int steps = 0;
        open[0] = static_cast<Cell>(from);
        for (std::size_t i = 0; i < count && count <= much_room; ++i) {
            if (i == ring) {
                ++steps;
                ring = count;
                if (steps == 3) close = count;
            }
            const auto reach = [&](Cell cell) {
                if (cell >= rules_.cells || reached.contains(cell) || !state.empty(cell)) return;
                reached.insert(cell);
                open[count++] = cell;
            };
            for (auto near : rules_.neighbours[open[i]]) reach(near);
            if (hops_)
                for (auto [over, land] : (*hops_)[open[i]])
                    if (prey.contains(over)) reach(land);
        }
        if (!close) close = count;
        most = std::max(most, count - 1);
        return worth_[std::min(count - 1, much_room)] + 4 * static_cast<int>(std::min<std::size_t>(close, 48));
    }

    const Rules& rules_;
    Distances distance_;
    int care_;
    const Lists<Leap>* hops_ = nullptr;
    std::vector<std::vector<std::array<Cell, 2>>> over_;
    std::array<int, much_room + 1> worth_{};
    std::vector<Trap> traps_;
};

}  // namespace halma::engine
