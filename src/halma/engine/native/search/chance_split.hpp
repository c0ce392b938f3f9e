// Two dice: a turn is a row of actions. A beam follows the most promising rows action by action and is made wider as
// long as half of the budget lasts; the best whole turns are then compared by what the others will roll and reply.
#pragma once

#include <unordered_set>

#include "search/handicap.hpp"
#include "search/sides.hpp"

namespace halma::engine {

class SplitSearch {
   public:
    SplitSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question)
        : state_(state),
          evaluator_(evaluator),
          budget_(budget),
          question_(question),
          sides_(*state.rules),
          handicap_(question),
          root_seat_(state.now.seat) {}

    Answer think() {
        Answer answer;
        const ActionList list = legal(state_);
        answer.lines.push_back({{}, {move_of(list, list[0])}});
        if (list.size() == 1) {
            apply(state_, list, list[0]);
            if (state_.now.phase == Phase::over)
                for (int seat = 0; seat < state_.rules->seats; ++seat)
                    answer.lines[0].scores[at(seat)] = final_value(state_, seat, 1);
            else
                worth(answer.lines[0].scores);
            undo(state_);
            return answer;
        }
        std::vector<Turn> turns;
        for (std::size_t width = 4; width <= 512; width *= 2) {
            std::vector<Turn> found = beam(width, width > 4);
            if (found.empty()) break;
            turns = std::move(found);
            tell(turns, answer);
            answer.depth = 1;
            if (budget_.over() || spent() > 0.5) break;
        }
        if (question_.report && !turns.empty()) question_.report(answer);
        if (question_.depth != 1 && !handicap_.any() && turns.size() > 1 && expect_replies(turns)) {
            tell(turns, answer);
            answer.depth = 2;
            if (question_.report) question_.report(answer);
        }
        answer.nodes = budget_.nodes();
        return answer;
    }

   private:
    struct Turn {
        std::vector<Move> moves;
        int value = 0;
        PerSeat values{};
    };
    static constexpr std::size_t compared = 8;  // so many turns are compared by the replies

    // How much of the budget is gone.
    double spent() const {
        const double nodes = static_cast<double>(budget_.nodes()) / static_cast<double>(budget_.most_nodes());
        return std::max(nodes, budget_.seconds() / budget_.most_seconds());
    }

    static void play(State& state, const Move& move) {
        ActionList list;
        Action action = move.action;
        if (action.captured) list.add(action.kind, action.origin, action.target, move.captured);
        action.captured = list.empty() ? 0 : 1;
        apply(state, list, action);
    }

    void worth(PerSeat& values) const {
        PerSeat found;
        evaluator_.evaluate(state_, found);
        for (int seat = 0; seat < state_.rules->seats; ++seat) values[at(seat)] = sides_.relative(state_, found, seat);
    }

    // The whole turns that a beam of some width finds, the best one first; none if it could not be finished.
    std::vector<Turn> beam(std::size_t width, bool may_break_off) {
        const int mover = state_.now.seat;
        std::vector<Turn> level(1), ended;
        std::unordered_set<std::uint64_t> seen;
        while (!level.empty()) {
            std::vector<Turn> next;
            for (const auto& turn_so_far : level) {
                for (const auto& move : turn_so_far.moves) play(state_, move);
                extend(turn_so_far, mover, width, seen, next, ended);
                for (std::size_t i = 0; i < turn_so_far.moves.size(); ++i) undo(state_);
                if (may_break_off && budget_.over()) return {};
                if (budget_.over() && !ended.empty()) break;
            }
            std::stable_sort(next.begin(), next.end(), better);
            if (next.size() > width) next.resize(width);
            level = std::move(next);
        }
        std::stable_sort(ended.begin(), ended.end(), better);
        if (ended.size() > 4 * compared) ended.resize(4 * compared);
        return ended;
    }

    static bool better(const Turn& one, const Turn& other) { return one.value > other.value; }

    // Adds a turn so far with each promising action; `done` ends it, and so does a roll that is used up.
    void extend(const Turn& so_far, int mover, std::size_t width, std::unordered_set<std::uint64_t>& seen,
                std::vector<Turn>& next, std::vector<Turn>& ended) {
        const ActionList list = legal(state_);
        std::vector<int> promises;
        evaluator_.promises(state_, list, promises);
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!handicap_.overlooks(state_, list, list[i], true)) order.push_back(i);
        if (order.empty()) order.push_back(0);
        const std::size_t count = std::min(order.size(), 6 + 2 * width);
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                          [&](std::size_t one, std::size_t other) {
                              return std::pair(-promises[one], one) < std::pair(-promises[other], other);
                          });
        const auto add = [&](const Action& action) {
            const int misjudged = handicap_.misjudges(state_, list, action);
            apply(state_, list, action);
            budget_.spend(1);
            const bool over = state_.now.phase == Phase::over, goes_on = !over && state_.now.phase == Phase::move;
            std::uint64_t key = state_.hash;
            if (goes_on)
                for (std::size_t i = 0; i < state_.more.used_count; ++i)
                    key += 0x9E3779B97F4A7C15u * (state_.more.used[i] + 1u) * (state_.more.hopped ? 3u : 1u);
            // Steps in another order are the same turn.
            if (seen.insert(key ^ (goes_on ? 1u : 0u)).second) {
                Turn made{so_far.moves, 0, {}};
                made.moves.push_back(move_of(list, action));
                if (over) {
                    for (int seat = 0; seat < state_.rules->seats; ++seat)
                        made.values[at(seat)] = final_value(state_, seat, 1);
                    made.value = made.values[at(mover)];
                } else {
                    worth(made.values);
                    made.value = made.values[at(mover)] + misjudged;
                }
                (goes_on ? next : ended).push_back(std::move(made));
            }
            undo(state_);
        };
        bool ends = false;
        for (std::size_t i = 0; i < count; ++i) {
            ends |= list[order[i]].kind == ActionKind::done;
            add(list[order[i]]);
        }
        for (const auto& action : list)
            if (!ends && action.kind == ActionKind::done) add(action);
    }

    // Values the best turns anew by the mean over the next rolls, each answered by the turn that looks best then.
    // False if there was not enough budget for all of them.
    bool expect_replies(std::vector<Turn>& turns) {
        if (turns.size() > compared) turns.resize(compared);
        std::vector<Turn> anew = turns;
        for (auto& turn_made : anew) {
            if (std::abs(turn_made.value) >= decided) continue;
            for (const auto& move : turn_made.moves) play(state_, move);
            std::array<std::int64_t, most_seats> sums{};
            for (int one = 1; one <= faces && !budget_.over(); ++one)
                for (int other = one; other <= faces && !budget_.over(); ++other) {
                    const PerSeat values = reply(one, other);
                    for (std::size_t seat = 0; seat < most_seats; ++seat)
                        sums[seat] += (one == other ? 1 : 2) * static_cast<std::int64_t>(values[seat]);
                }
            for (std::size_t i = 0; i < turn_made.moves.size(); ++i) undo(state_);
            if (budget_.over()) return false;
            for (std::size_t seat = 0; seat < most_seats; ++seat)
                turn_made.values[seat] = static_cast<int>(sums[seat] / (faces * faces));
            turn_made.value = turn_made.values[at(root_seat_)];
        }
        std::stable_sort(anew.begin(), anew.end(), better);
        turns = std::move(anew);
        return true;
    }

    // What the position is worth after a roll and the turn of whoever rolled.
    PerSeat reply(int one, int other) {
        PerSeat values{};
        roll(state_, one, other);
        std::vector<Turn> turns;
        if (state_.now.phase == Phase::move) turns = beam(1, false);
        if (turns.empty())
            worth(values);
        else
            values = turns[0].values;
        undo(state_);
        return values;
    }

    void tell(const std::vector<Turn>& turns, Answer& answer) const {
        answer.lines.clear();
        for (std::size_t i = 0; i < turns.size() && i < at(std::max(1, question_.lines)); ++i)
            answer.lines.push_back({turns[i].values, turns[i].moves});
    }

    State state_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Question& question_;
    Sides sides_;
    Handicap handicap_;
    int root_seat_;
};

}  // namespace halma::engine
