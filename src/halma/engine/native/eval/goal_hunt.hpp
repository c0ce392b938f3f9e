// Hunters that capture by hopping against many that shut them in.
//
// The hunters want captures and room, the hunted want to stand covered and to take that room away. With care on both
// sides nobody wins: a corner filled three deep cannot be broken into, and hunters that keep off the rim need more
// pieces around them than there are. So whoever thinks ventures more the longer nothing happens.
#pragma once

#include <cmath>

#include "eval/hunt_traps.hpp"

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
        before_.resize(at(rules.cells));
        near_.resize(at(rules.cells));
        for (int cell = 0; cell < rules.cells && hops_; ++cell)
            for (auto [over, land] : (*hops_)[cell])
                if (land < rules.cells) {
                    over_[over].push_back({static_cast<Cell>(cell), land});
                    before_[over].insert(cell);
                }
        for (int cell = 0; cell < rules.cells; ++cell)
            for (auto near : rules.neighbours[cell])
                if (near < rules.cells) near_[at(cell)].insert(near);
        for (std::size_t i = 0; i < worth_.size(); ++i)
            worth_[i] = static_cast<int>(std::lround(2 * turn * std::log(1.0 + static_cast<double>(i))));
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
        if (threats)
            value += hunting ? prize * 3 / 4 + prize / 8 * (threats - 1) : prize / 5 + prize / 2 * (threats - 1);

        // Who does not care only sees what can be taken, and runs to where most is to be had.
        int care = 0;
        int most_room = 0;
        const CellSet beside = beside_of(prey);
        hunters.each([&](int cell) {
            const Room room = room_of(state, cell, prey, beside, much_room);
            care += freedom(room);
            most_room = std::max(most_room, room.all);
        });
        if (hunters.any())
            prey.each([&](int cell) {
                const int near = distance_.nearest(cell, hunters);
                if (near >= 7) return;
                int open = 0;
                for (auto [before, behind] : over_[at(cell)]) open += !prey.contains(before) && !prey.contains(behind);
                // Lines are counted from both ends. Close by an uncovered piece is in danger, far away it is of no use.
                care += open * (7 - near) / 2;
            });
        care -= formation(hunters, prey, left, most_room < small_room);
        value += care * care_ / 100;
        if (care_ < 100) value += chase(hunters, prey) * (100 - care_) / 100;
        values[at(hunter)] += value;
        values[state.now.seat] += turn / 4;
    }

    int impatience(const State& state, const Thinker& thinker) const override {
        if (care_ < 100) return 0;
        const int hunter = rules_.goal.hunter, hunted = rules_.goal.hunted;
        const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
        if (state.more.hands[at(hunted)] || !hunters.any() || !prey.any()) return 0;
        const int seat = thinker.seat;
        if (seat == hunter) {
            // Who has waited long comes after whoever stands alone, and thinks less of the way back.
            const int waited = std::clamp(state.now.idle[at(seat)] - patient, 0, 2 * patient);
            int away = 0, room = 0;
            const CellSet beside = waited ? beside_of(prey) : CellSet{};
            hunters.each([&](int cell) {
                away += 8 * distance_.nearest(cell, prey);
                if (waited) room += freedom(room_of(state, cell, prey, beside, much_room));
            });
            if (waited) away += (room * 3 / 4 - chase(hunters, prey) / 2) * waited / (2 * patient);
            return away + 10 * waited;
        }
        if (are_closed_in(state)) return 0;
        // Those in wait give somebody up to go on; those that nobody comes to leave their places.
        const int idle = state.now.idle[at(seat)], spare = prey.count() - rules_.goal.most - 1;
        const Trap* trap = traps_.best(prey, prey.count());
        if (!trap) return 0;
        const int corner = trap->bait.first();
        int away = 0, outside = 0;
        prey.each([&](int cell) { away += distance_.nearest(cell, hunters); });
        hunters.each([&](int cell) { outside += distance_(corner, cell) > trap->pocket + 5; });
        int cost = 3 * spare * std::max(0, idle - 3 * patient) + away;
        // With all of them inside it is time to close the walls, come what may.
        if (!outside && spare >= 4)
            cost += (trap->walls - prey).count() * std::clamp(thinker.waited - patient / 2, 0, 2 * patient);
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
    Wanted getting_on(State& state, const ActionList& list) const override {
        if (state.now.actor == rules_.goal.hunter) return [](const Action& action) { return action.captured != 0; };
        return [&state, &list](const Action& action) {
            apply(state, list, action);
            bool taken = false;
            if (state.now.phase != Phase::over) {
                const auto& answers = legal(state);
                taken =
                    std::any_of(answers.begin(), answers.end(), [](const Action& answer) { return answer.captured; });
            }
            undo(state);
            return taken;
        };
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
        const Trap* trap =
            placing && care_ == 100 ? traps_.best(prey, prey.count() + state.more.hands[at(hunted)]) : nullptr;
        // Both arms grow alike.
        const int more = trap ? 2 * (trap->arms & trap->half & prey).count() - (trap->arms & prey).count() : 0;
        for (const auto& action : list) {
            if (action.target < 0 || action.target >= rules_.cells) {
                found.push_back(0);
            } else if (action.captured) {
                found.push_back(prize * list.captured(action).count());
            } else if (state.now.seat == hunter) {
                const int before = action.origin < 0 ? 0 : distance_.nearest(action.origin, prey, action.origin);
                found.push_back(before - distance_.nearest(action.target, prey, action.origin));
            } else if (trap) {
                const int target = action.target, way = distance_(trap->bait.first(), target);
                const int alike = (trap->half.contains(target) ? -3 : 3) * more;
                found.push_back(trap->bait.contains(target)   ? 2 * turn
                                : trap->arms.contains(target) ? 50 + 2 * covered(target, no_cell) - way + alike
                                                              : hopeless);
            } else if (action.origin < 0) {
                // Far away or without company a piece is of no use yet.
                const int way = distance_.nearest(action.target, hunters), friends = covered(action.target, no_cell);
                found.push_back(way > 6 || (prey.any() && !friends && way > 3) ? hopeless : 10 * friends - way);
            } else {
                const int closer =
                    distance_.nearest(action.origin, hunters) - distance_.nearest(action.target, hunters);
                found.push_back(4 * closer +
                                3 * (covered(action.target, action.origin) - covered(action.origin, no_cell)));
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
    static constexpr int much_room = 80, small_room = 12;

    bool are_closed_in(const State& state) const {
        const CellSet prey = state.own_cells(rules_.goal.hunted);
        const CellSet beside = beside_of(prey);
        return !state.own_cells(rules_.goal.hunter).find([&](int cell) {
            return room_of(state, cell, prey, beside, small_room).all >= small_room;
        });
    }

    // How well the hunted stand where they can shut hunters in.
    int formation(const CellSet& hunters, const CellSet& prey, int left, bool closed) const {
        const Trap* trap = traps_.best(prey, left);
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
        // To have them in is worth no sacrifice: they come out again as long as the walls are open.
        value += 20 * (trap->walls & prey).count();
        free.each([&](int cell) { value -= 3 * distance_(corner, cell); });
        (trap->walls - prey).each([&](int cell) { value -= 6 * std::min(10, distance_.nearest(cell, free)); });
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
        if (chased.any()) hunters.each([&](int cell) { sum -= 60 * distance_.nearest(cell, chased); });
        return sum;
    }

    // From where somebody of the prey can be hopped over, if there is room behind.
    CellSet beside_of(const CellSet& prey) const {
        CellSet beside;
        prey.each([&](int cell) { beside |= before_[at(cell)]; });
        return beside;
    }

    // How many cells a hunter reaches if nobody else moves, and how many of them in three steps. Counts no further when
    // there are more than enough.
    struct Room {
        int all = 0, close = 0;
    };
    Room room_of(const State& state, int from, const CellSet& prey, const CellSet& beside, int enough) const {
        CellSet seen = state.occupied(), ring;
        ring.insert(from);
        Room room;
        for (int steps = 1; ring.any() && room.all <= enough; ++steps) {
            CellSet next;
            ring.each([&](int cell) { next |= near_[at(cell)]; });
            (ring & beside).each([&](int cell) {
                for (auto [over, land] : (*hops_)[cell])
                    if (prey.contains(over) && land < rules_.cells) next.insert(land);
            });
            next -= seen;
            seen |= next;
            room.all += next.count();
            if (steps <= 3) room.close = room.all;
            ring = next;
        }
        return room;
    }

    // What the room of a hunter is worth. It gets dear when it gets scarce.
    int freedom(const Room& room) const {
        return worth_[at(std::min(room.all, much_room))] + 4 * std::min(room.close + 1, 48);
    }

    const Rules& rules_;
    Distances distance_;
    Traps traps_{rules_, distance_};
    int care_;
    const Lists<Leap>* hops_ = nullptr;
    std::vector<std::vector<std::array<Cell, 2>>> over_;
    std::vector<CellSet> near_, before_;  // by cell: its neighbours, and from where a piece on it can be hopped over
    std::array<int, at(much_room) + 1> worth_{};
};

}  // namespace halma::engine
