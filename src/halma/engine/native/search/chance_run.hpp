// One die: every roll is as likely as the others, so the worth of a position before it is the mean over all faces.
// Everybody plays for the own side.
#pragma once

#include "search/handicap.hpp"
#include "search/sides.hpp"

namespace halma::engine {

class RunSearch {
   public:
    RunSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question)
        : state_(state),
          evaluator_(evaluator),
          budget_(budget),
          question_(question),
          sides_(*state.rules),
          handicap_(question),
          root_seat_(state.now.actor) {}

    Answer think() {
        Answer answer;
        const ActionList list = legal(state_);
        std::vector<int> promises;
        evaluator_.promises(state_, list, promises);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!handicap_.overlooks(state_, list, list[i], true))
                root_.push_back({move_of(list, list[i]), list[i], promises[i], {}});
        if (root_.empty()) root_.push_back({move_of(list, list[0]), list[0], 0, {}});
        sort(root_.size());
        // At a glance, until the first depth is finished.
        for (std::size_t i = 0; i < (question_.lines > 1 ? root_.size() : 1); ++i) glance(list, root_[i]);
        if (question_.lines > 1) sort(root_.size());
        collect(answer);
        const int most = question_.depth ? std::min(question_.depth, deepest) : deepest;
        for (int depth = 1; depth <= most && root_.size() > 1; ++depth) {
            std::size_t finished = 0;
            for (auto& move : root_) {
                PerSeat values;
                apply(state_, list, move.action);
                look(depth - 1, 1, values);
                undo(state_);
                if (budget_.over()) break;
                ++finished;
                move.values = values;
                move.value = values[at(root_seat_)] + handicap_.misjudges(state_, list, move.action);
            }
            sort(finished);
            // Values of different depths cannot be compared: several lines stay as they were when the last depth was
            // finished. A single one counts at once.
            if (question_.lines < 2 || !budget_.over()) collect(answer);
            if (budget_.over()) break;
            answer.depth = depth;
            if (question_.report) question_.report(answer);
        }
        answer.nodes = budget_.nodes();
        return answer;
    }

   private:
    struct RootMove {
        Move move;
        Action action;
        int value = 0;
        PerSeat values{};
    };

    void sort(std::size_t finished) {
        std::stable_sort(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(finished),
                         [](const RootMove& one, const RootMove& other) { return one.value > other.value; });
    }

    void collect(Answer& answer) const {
        answer.lines.clear();
        for (std::size_t i = 0; i < root_.size() && i < at(std::max(1, question_.lines)); ++i)
            answer.lines.push_back({root_[i].values, {root_[i].move}});
    }

    // What a move is worth without looking any further.
    void glance(const ActionList& list, RootMove& move) {
        apply(state_, list, move.action);
        if (state_.now.phase == Phase::over)
            for (int seat = 0; seat < state_.rules->seats; ++seat) move.values[at(seat)] = final_value(state_, seat, 1);
        else
            value_now(move.values);
        undo(state_);
        move.value = move.values[at(root_seat_)];
    }

    void value_now(PerSeat& values) const {
        PerSeat found;
        evaluator_.evaluate(state_, found);
        for (int seat = 0; seat < state_.rules->seats; ++seat) values[at(seat)] = sides_.relative(state_, found, seat);
    }

    // What the position is worth to each seat, when so many more actions are looked at.
    void look(int depth, int ply, PerSeat& values) {
        values = {};
        if (!budget_.spend(1)) return;
        if (state_.now.phase == Phase::over) {
            for (int seat = 0; seat < state_.rules->seats; ++seat) values[at(seat)] = final_value(state_, seat, ply);
        } else if (depth <= 0) {
            value_now(values);
        } else if (state_.now.phase == Phase::roll) {
            average(depth, ply, values);
        } else {
            choose(depth, ply, values);
        }
    }

    void average(int depth, int ply, PerSeat& values) {
        std::array<std::int64_t, most_seats> sums{};
        for (int face = 1; face <= faces && !budget_.over(); ++face) {
            PerSeat found;
            roll(state_, face);
            // A roll that lapsed gave the die on; that counts as an action, or it would never end.
            look(state_.now.phase == Phase::roll ? depth - 1 : depth, ply, found);
            undo(state_);
            for (std::size_t seat = 0; seat < most_seats; ++seat) sums[seat] += found[seat];
        }
        for (std::size_t seat = 0; seat < most_seats; ++seat) values[seat] = static_cast<int>(sums[seat] / faces);
    }

    void choose(int depth, int ply, PerSeat& values) {
        const auto actor = at(state_.now.actor);
        const ActionList list = legal(state_);
        int best = INT32_MIN;
        for (const auto& action : list) {
            if (handicap_.any() && handicap_.overlooks(state_, list, action, false)) continue;
            PerSeat found;
            apply(state_, list, action);
            look(depth - 1, ply + 1, found);
            undo(state_);
            if (budget_.over()) return;
            if (found[actor] <= best) continue;
            best = found[actor];
            values = found;
        }
        if (best == INT32_MIN) value_now(values);
    }

    State state_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Question& question_;
    Sides sides_;
    Handicap handicap_;
    int root_seat_;
    std::vector<RootMove> root_;
};

}  // namespace halma::engine
