#include "eval/goal_hunt.hpp"

#include <cmath>

namespace halma::engine {

HuntValue::HuntValue(const Grounds& grounds)
    : grounds_(grounds), still_(grounds.rules), traps_(grounds.rules, grounds.distance, grounds.weights) {
    for (std::size_t i = 0; i < worth_.size(); ++i)
        worth_[i] = static_cast<int>(std::lround(grounds_.weights.hunt_room * std::log(1.0 + static_cast<double>(i))));
}

void HuntValue::evaluate(const State& state, Account& account) const {
    const auto& weights = grounds_.weights;
    const int hunter = grounds_.rules.goal.hunter, hunted = grounds_.rules.goal.hunted;
    const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
    const int left = prey.count() + state.more.hands[at(hunted)], most = grounds_.rules.goal.most;
    // The last captures decide.
    account.add(
        Term::hunt_prey, hunter,
        -weights.hunt_prize * (left - most) + weights.hunt_last * std::max(0, weights.hunt_last_count - (left - most)));
    account.add(Term::hunt_threats, hunter, threats(state, hunters, prey));

    // Who does not care only sees what can be taken, and runs to where most is to be had.
    int room = 0, most_room = 0;
    const CellSet beside = grounds_.reachability.beside(prey);
    hunters.each([&](int cell) {
        const Room found = grounds_.reachability.room(state, cell, prey, beside, much_room);
        room += freedom(found);
        most_room = std::max(most_room, found.all);
    });
    const int open = uncovered(hunters, prey);
    const int trap = -formation(hunters, prey, left, most_room < small_room);
    account.add(Term::hunt_room, hunter, (room + open + trap) * grounds_.care / 100);
    account.split(Term::hunt_room, Term::hunt_uncovered, hunter, open * grounds_.care / 100);
    account.split(Term::hunt_room, Term::hunt_trap, hunter, trap * grounds_.care / 100);
    if (grounds_.care < 100) account.add(Term::hunt_chase, hunter, chase(hunters, prey) * (100 - grounds_.care) / 100);
    account.add(Term::hunt_to_move, state.now.seat, weights.hunt_to_move);
}

// Captures that can be made. Whoever is to move takes one, or saves one.
int HuntValue::threats(const State& state, const CellSet& hunters, const CellSet& prey) const {
    const auto* hops = grounds_.reachability.hunter_hops();
    if (!hops) return 0;
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    CellSet threatened;
    hunters.each([&](int cell) {
        for (auto [over, land] : (*hops)[cell])
            if (prey.contains(over) && land < rules.cells && state.empty(land)) threatened.insert(over);
    });
    const int count = threatened.count();
    if (!count) return 0;
    const bool hunting = state.now.seat == rules.goal.hunter || state.more.hands[at(rules.goal.hunted)];
    return hunting ? weights.hunt_threat + weights.hunt_more_threats * (count - 1)
                   : weights.hunt_met_threat + weights.hunt_unmet_threats * (count - 1);
}

// Close by an uncovered piece is in danger, far away it is of no use. Lines are counted from both ends.
int HuntValue::uncovered(const CellSet& hunters, const CellSet& prey) const {
    if (!hunters.any()) return 0;
    const auto& weights = grounds_.weights;
    int sum = 0;
    prey.each([&](int cell) {
        const int near = grounds_.distance.nearest(cell, hunters);
        if (near >= weights.hunt_uncovered_far) return;
        int open = 0;
        for (auto [before, behind] : grounds_.reachability.lines_over(cell))
            open += !prey.contains(before) && !prey.contains(behind);
        sum += open * (weights.hunt_uncovered_far - near) * weights.hunt_uncovered / 100;
    });
    return sum;
}

void HuntValue::add_impatience(const State& state, const Thinker& thinker, Account& account) const {
    if (grounds_.care < 100) return;
    const int hunter = grounds_.rules.goal.hunter, hunted = grounds_.rules.goal.hunted;
    const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
    if (state.more.hands[at(hunted)] || !hunters.any() || !prey.any()) return;
    if (thinker.seat == hunter)
        account.add(Term::hunter_waiting, hunter, impatience_of_hunters(state, hunters, prey));
    else if (!are_closed_in(state))
        account.add(Term::prey_waiting, thinker.seat, impatience_of_prey(state, thinker, hunters, prey));
}

// Who has waited long comes after whoever stands alone, and thinks less of the way back.
int HuntValue::impatience_of_hunters(const State& state, const CellSet& hunters, const CellSet& prey) const {
    const auto& weights = grounds_.weights;
    const int most = still_.hunt_most();
    const int waited = std::clamp(state.now.idle[at(grounds_.rules.goal.hunter)] - still_.hunt_patience(), 0, most);
    int away = 0, room = 0;
    const CellSet beside = waited ? grounds_.reachability.beside(prey) : CellSet{};
    hunters.each([&](int cell) {
        away += weights.hunter_away * grounds_.distance.nearest(cell, prey);
        if (waited) room += freedom(grounds_.reachability.room(state, cell, prey, beside, much_room));
    });
    if (waited)
        away += (room * weights.hunter_bold_room / 100 - chase(hunters, prey) * weights.hunter_bold_chase / 100) *
                waited / most;
    return away + weights.hunter_waiting * waited;
}

// Those in wait give somebody up to go on; those that nobody comes to leave their places.
int HuntValue::impatience_of_prey(const State& state, const Thinker& thinker, const CellSet& hunters,
                                  const CellSet& prey) const {
    const auto& weights = grounds_.weights;
    const int idle = state.now.idle[at(thinker.seat)], spare = prey.count() - grounds_.rules.goal.most - 1;
    const Trap* trap = traps_.best(prey, prey.count());
    if (!trap) return 0;
    const int corner = trap->bait.first();
    int away = 0, outside = 0;
    prey.each([&](int cell) { away += grounds_.distance.nearest(cell, hunters); });
    hunters.each([&](int cell) { outside += grounds_.distance(corner, cell) > trap->pocket + weights.prey_outside; });
    const int hidden = std::max(0, idle - still_.hunt_hiding());
    int cost = weights.prey_spare * spare * hidden + weights.prey_away * away;
    // With all of them inside it is time to close the walls, come what may.
    if (!outside && spare >= weights.prey_wall_spare)
        cost += weights.prey_wall * (trap->walls - prey).count() *
                std::clamp(thinker.waited - still_.hunt_walling(), 0, still_.hunt_most());
    // Too few for a wall have nothing to wait for.
    if (outside || spare < weights.prey_wall_spare)
        return cost + weights.prey_leave * away * std::max(0, idle - still_.hunt_leaving());
    return cost + away * hidden / std::max(1, weights.prey_hide);
}

bool HuntValue::stands_still(const State& state) const {
    const int seat = state.now.actor, idle = state.now.idle[at(seat)];
    if (seat == grounds_.rules.goal.hunter) return idle >= still_.longest_chase();
    return idle >= still_.longest_hiding() && !are_closed_in(state);
}

// Hunters take what they can, the hunted let somebody be taken: keeping away for ever is no way to play.
Wanted HuntValue::getting_on(State& state, const ActionList& list) const {
    if (state.now.actor == grounds_.rules.goal.hunter) return [](const Action& action) { return action.captured != 0; };
    return [&state, &list](const Action& action) {
        apply(state, list, action);
        bool taken = false;
        if (state.now.phase != Phase::over) {
            const auto& answers = legal(state);
            taken = std::any_of(answers.begin(), answers.end(), [](const Action& answer) { return answer.captured; });
        }
        undo(state);
        return taken;
    };
}

void HuntValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    const auto& rules = grounds_.rules;
    const auto& distance = grounds_.distance;
    const auto& weights = grounds_.weights;
    found.clear();
    const int hunter = rules.goal.hunter, hunted = rules.goal.hunted;
    const CellSet hunters = state.own_cells(hunter), prey = state.own_cells(hunted);
    const auto covered = [&](int cell, int gone) {
        int friends = 0;
        for (auto near : rules.neighbours[cell]) friends += near != gone && prey.contains(near);
        return friends;
    };
    const bool placing = state.now.seat == hunted && state.more.hands[at(hunted)];
    const Trap* trap =
        placing && grounds_.care == 100 ? traps_.best(prey, prey.count() + state.more.hands[at(hunted)]) : nullptr;
    // Both arms grow alike.
    const int more = trap ? 2 * (trap->arms & trap->half & prey).count() - (trap->arms & prey).count() : 0;
    for (const auto& action : list) {
        if (action.target < 0 || action.target >= rules.cells) {
            found.push_back(0);
        } else if (action.captured) {
            found.push_back(weights.hunt_prize * list.captured(action).count());
        } else if (state.now.seat == hunter) {
            const int before = action.origin < 0 ? 0 : distance.nearest(action.origin, prey, action.origin);
            found.push_back(before - distance.nearest(action.target, prey, action.origin));
        } else if (trap) {
            const int target = action.target, way = distance(trap->bait.first(), target);
            const int alike =
                (trap->half.contains(target) ? -weights.hunt_order_alike : weights.hunt_order_alike) * more;
            found.push_back(trap->bait.contains(target) ? weights.hunt_order_bait
                            : trap->arms.contains(target)
                                ? weights.hunt_order_arm + weights.hunt_order_arm_covered * covered(target, no_cell) -
                                      way + alike
                                : hopeless);
        } else if (action.origin < 0) {
            // Far away or without company a piece is of no use yet.
            const int way = distance.nearest(action.target, hunters), friends = covered(action.target, no_cell);
            found.push_back(way > weights.hunt_order_far ||
                                    (prey.any() && !friends && way > weights.hunt_order_alone_far)
                                ? hopeless
                                : weights.hunt_order_friend * friends - way);
        } else {
            const int closer = distance.nearest(action.origin, hunters) - distance.nearest(action.target, hunters);
            found.push_back(weights.hunt_order_closer * closer +
                            weights.hunt_order_covered *
                                (covered(action.target, action.origin) - covered(action.origin, no_cell)));
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

bool HuntValue::are_closed_in(const State& state) const {
    const CellSet prey = state.own_cells(grounds_.rules.goal.hunted);
    const CellSet beside = grounds_.reachability.beside(prey);
    return !state.own_cells(grounds_.rules.goal.hunter).find([&](int cell) {
        return grounds_.reachability.room(state, cell, prey, beside, small_room).all >= small_room;
    });
}

// How well the hunted stand where they can shut hunters in.
int HuntValue::formation(const CellSet& hunters, const CellSet& prey, int left, bool closed) const {
    const auto& weights = grounds_.weights;
    const Trap* trap = traps_.best(prey, left);
    if (!trap) return 0;
    int value = weights.hunt_bait * (trap->bait & prey).count();
    int caught = 0;
    hunters.each([&](int cell) { caught += grounds_.distance(trap->bait.first(), cell) <= trap->pocket + 1; });
    const int corner = trap->bait.first();
    const CellSet troops = prey - trap->bait;
    if (caught < hunters.count()) {
        // As long as one is outside there is a way in, and whoever strays comes home.
        troops.each([&](int cell) {
            const int way = grounds_.distance(corner, cell);
            // With one inside the walls are begun.
            if (caught && trap->walls.contains(cell) && !trap->arms.contains(cell)) return;
            value += trap->arms.contains(cell)
                         ? weights.hunt_arm
                         : -weights.hunt_stray * (way + std::max(0, way - weights.hunt_stray_far));
        });
        return value + weights.hunt_inside * caught;
    }
    if (closed) {
        // Nobody comes out any more: everybody moves up.
        troops.each([&](int cell) { value -= weights.hunt_closed_step * grounds_.distance(corner, cell); });
        return value + weights.hunt_closed;
    }
    const CellSet free = troops - trap->walls;
    // To have them in is worth no sacrifice: they come out again as long as the walls are open.
    value += weights.hunt_wall * (trap->walls & prey).count();
    free.each([&](int cell) { value -= weights.hunt_free_step * grounds_.distance(corner, cell); });
    (trap->walls - prey).each([&](int cell) {
        value -= weights.hunt_gap_step * std::min(weights.hunt_gap_far, grounds_.distance.nearest(cell, free));
    });
    return value;
}

// What a careless hunter likes: to run after somebody who stands alone.
int HuntValue::chase(const CellSet& hunters, const CellSet& prey) const {
    CellSet alone;
    prey.each([&](int cell) {
        for (auto near : grounds_.rules.neighbours[cell])
            if (prey.contains(near)) return;
        alone.insert(cell);
    });
    const CellSet& chased = alone.any() ? alone : prey;
    int sum = 0;
    if (chased.any())
        hunters.each([&](int cell) { sum -= grounds_.weights.hunt_chase * grounds_.distance.nearest(cell, chased); });
    return sum;
}

// What the room of a hunter is worth. It gets dear when it gets scarce.
int HuntValue::freedom(const Room& room) const {
    return worth_[at(std::min(room.all, much_room))] +
           grounds_.weights.hunt_room_close * std::min(room.close + 1, grounds_.weights.hunt_room_close_most);
}

}  // namespace halma::engine
