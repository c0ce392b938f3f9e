// A race that is decided is to be brought home, also where the armies have not wholly passed each other or others still
// stand on fields of the goal: the shortest way that can be found while the others run their own race. What the others
// cannot do for the moment, because they are shut in, does not count; only how soon everybody is home does.
#pragma once

#include <optional>
#include <unordered_set>

#include "eval/evaluation.hpp"
#include "search/expected_play.hpp"
#include "search/final_value.hpp"
#include "search/race.hpp"
#include "search/repetition_guard.hpp"

namespace halma::engine {

class FinishSearch {
   public:
    FinishSearch(const State& state, const Evaluator& evaluator, Budget& budget)
        : root_(state), evaluator_(evaluator), budget_(budget), rules_(*state.rules), seat_(state.now.actor) {
        const ActionList list = legal(root_);
        for (const auto& action : list) first_.push_back({action});
        keep_going(root_, evaluator_, list, first_);
    }

    struct Plan {
        int turns = unknown;  // own turns until everybody is home, unknown if no such way was found
        Action first;
    };

    // The shortest way home, found by wider and wider beams as long as the budget lasts.
    Plan think() {
        Plan best;
        for (std::size_t width = narrowest; width <= widest && !budget_.over(); width *= 4) {
            const Plan plan = follow(width, best.turns == unknown ? furthest : best.turns);
            if (plan.turns != unknown) best = plan;
        }
        return best;
    }

   private:
    static constexpr std::size_t narrowest = 8, widest = 512;
    static constexpr int furthest = 60;
    // What others cost that stand on fields of the goal: they have to get out, and for those who cannot way has to be
    // made.
    static constexpr int guest = turn / 2, guest_way = turn / 10, guest_shut_in = 4 * turn;

    struct First {
        Action action;
    };
    struct Node {
        State state;
        std::size_t first;
        int price;
    };
    struct Child {
        std::size_t parent;
        Action action;
        std::size_t first;
        int price;
        std::uint64_t hash;
    };

    // What is still to be paid until everybody is home.
    int price(const State& state) const {
        PerSeat values{};
        Account account(values);
        evaluator_.race().evaluate(state, account);
        int sum = -values[at(seat_)];
        if (rules_.fill) return sum;
        for (auto code : rules_.codes[at(seat_)]) {
            const CellSet& goal = rules_.kind(code).goal_cells;
            ((state.occupied() - state.standing[code]) & goal).each([&](int cell) {
                if (has_seat(state.kind_at(cell).owners, seat_)) return;
                const auto moves = evaluator_.reachability().moves_out(state, cell, goal, Barred::by_anybody);
                sum += moves ? guest + guest_way * (*moves - 1) : guest_shut_in;
            });
        }
        return sum;
    }

    int away(const State& state) const {
        int sum = 0;
        for (auto code : rules_.codes[at(seat_)]) sum += (state.standing[code] - rules_.kind(code).goal_cells).count();
        return sum;
    }

    bool is_home(const State& state) const {
        const auto& finished = state.now.finished;
        for (std::size_t i = 0; i < finished.count; ++i)
            if (finished.seats[i] == seat_) return true;
        return state.now.phase == Phase::over && final_value(state, seat_, 0) >= decided;
    }

    // Follows the best positions turn by turn; finds only what takes fewer turns than `below`.
    Plan follow(std::size_t width, int below) {
        Plan plan;
        std::vector<Node> parents, level;
        std::vector<Child> children;
        std::unordered_set<std::uint64_t> seen;
        parents.push_back({without_past(root_), 0, price(root_)});
        for (int turns = 1; turns < below; ++turns) {
            children.clear();
            for (std::size_t i = 0; i < parents.size(); ++i) add_children(parents[i], i, turns == 1, children);
            std::stable_sort(children.begin(), children.end(),
                             [](const Child& one, const Child& other) { return one.price < other.price; });
            level.clear();
            for (const auto& child : children) {
                if (level.size() >= 2 * width) break;
                if (!seen.insert(child.hash).second) continue;
                Node node{parents[child.parent].state, child.first, 0};
                ActionList list;
                add_legal(node.state, list);
                apply(node.state, list, child.action);
                forget_past(node.state);
                if (!budget_.spend(1)) return plan;
                if (is_home(node.state)) return {turns, first_[node.first].action};
                let_others_play(node.state, seat_, budget_);
                if (is_home(node.state)) return {turns, first_[node.first].action};
                if (node.state.now.phase != Phase::move || !node.state.in_play(seat_)) continue;
                if (!rules_.fill && away(node.state) > below - 1 - turns) continue;
                node.price = price(node.state);
                level.push_back(std::move(node));
            }
            std::stable_sort(level.begin(), level.end(),
                             [](const Node& one, const Node& other) { return one.price < other.price; });
            if (level.size() > width) level.erase(level.begin() + static_cast<std::ptrdiff_t>(width), level.end());
            if (level.empty()) return plan;
            std::swap(parents, level);
        }
        return plan;
    }

    void add_children(Node& node, std::size_t number, bool at_root, std::vector<Child>& children) {
        const auto push = [&](const Action& action, std::size_t first) {
            std::uint64_t hash = node.state.hash;
            if (action.origin >= 0 && action.target >= 0) {
                const Content code = node.state.board[at(action.origin)];
                hash ^= rules_.key(action.origin, code) ^ rules_.key(action.target, code);
            }
            children.push_back({number, action, first, node.price - evaluator_.race().gain(node.state, action), hash});
        };
        if (at_root) {
            for (std::size_t i = 0; i < first_.size(); ++i) push(first_[i].action, i);
            return;
        }
        ActionList list;
        add_legal(node.state, list);
        for (const auto& action : list) push(action, node.first);
    }

    State root_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Rules& rules_;
    int seat_;
    std::vector<First> first_;
};

// The fewest own turns in which a seat may be home if nobody but those who stand for good is in its way; nothing if
// that could not be found out in time.
inline std::optional<int> soonest(const State& state, int seat, const RaceEvaluation& evaluation, double seconds,
                                  std::uint64_t& nodes) {
    Budget look(compared_nodes, seconds, nullptr);
    const Run run = best_run(state, seat, evaluation, look, compared_width);
    nodes += look.nodes();
    if (run.turns != unknown) return run.turns;
    // Who has no run is shut in for now, unless there was no time to find one.
    if (look.over() && look.nodes() < compared_nodes) return std::nullopt;
    return most_turns;
}

// How much earlier than anybody else a seat has to be home for the race to be decided: the plans of the others are not
// known, and they may still get in the way.
inline int needed_lead(int turns) { return 2 + turns / 5; }

// A race with more turns left than this, or with less of a lead at a glance, is not yet looked at as decided.
inline constexpr int finish_turns = 30, finish_lead = 3;

// With less time than this, in seconds, a plan would leave none for the search that decides if it comes to nothing.
inline constexpr double least_time = 0.05;

// A plan plays whole turns of everybody, which takes so many times as long as a node of the usual search.
inline constexpr std::uint64_t dear = 40, fewest_nodes = 600, most_nodes = 60'000;

// The answer of a seat that is sure to be home first; without a line if it is not.
inline Answer bring_home(const State& state, const Evaluator& evaluator, const Budget& budget,
                         const Question& question) {
    const auto& rules = *state.rules;
    const int own = state.now.actor;
    Answer answer;
    if (!runner_of(rules, own) || rules.lends || rules.seats < 2 || question.weakness.any()) return answer;
    if (budget.most_seconds() < least_time) return answer;
    evaluator.remaining(state, answer.remaining);
    PerSeat turns{};
    evaluator.undisturbed(state, turns);
    if (turns[at(own)] > finish_turns) return answer;
    for (int seat = 0; seat < rules.seats; ++seat)
        if (seat != own && state.in_play(seat) && turns[at(seat)] < turns[at(own)] + finish_lead) return answer;
    // Half of the time is kept for the search that decides if nothing is found: a quarter is for how soon the others
    // are home, and a quarter for the own way.
    const double share = (budget.most_seconds() - budget.seconds()) / 4;
    int others = most_turns;
    for (int seat = 0; seat < rules.seats; ++seat)
        if (seat != own && state.in_play(seat) && runner_of(rules, seat)) {
            const auto found = soonest(state, seat, evaluator.race(), share / (rules.seats - 1), answer.nodes);
            if (!found) return answer;
            turns[at(seat)] = *found;
            others = std::min(others, *found);
        }
    const auto nodes = std::clamp<std::uint64_t>(budget.most_nodes() / dear, fewest_nodes, most_nodes);
    Budget slice(nodes, share, nullptr);
    const auto plan = FinishSearch(state, evaluator, slice).think();
    answer.nodes += slice.nodes();
    if (plan.turns == unknown || others < plan.turns + needed_lead(plan.turns)) return answer;
    // Who has no run is shut in for now: the usual estimate has to do for what is told.
    for (int seat = 0; seat < rules.seats; ++seat)
        if (seat != own && turns[at(seat)] < most_turns) answer.remaining[at(seat)] = turns[at(seat)];
    turns[at(own)] = answer.remaining[at(own)] = plan.turns;
    answer.depth = plan.turns;
    Line line;
    line.moves.push_back({plan.first, {}});
    for (int seat = 0; seat < rules.seats; ++seat) {
        int least = most_turns;
        for (int other = 0; other < rules.seats; ++other)
            if (other != seat && state.in_play(other)) least = std::min(least, turns[at(other)]);
        line.scores[at(seat)] = turn * (least - turns[at(seat)]) + (seat == own ? turn / 2 : -turn / 2);
    }
    answer.lines.push_back(std::move(line));
    return answer;
}

}  // namespace halma::engine
