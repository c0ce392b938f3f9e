#include "search/expectimax.hpp"

#include "search/final_value.hpp"
#include "search/position_stack.hpp"

namespace halma::engine {

Expectimax::Expectimax(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question)
    : state_(state),
      budget_(budget),
      question_(question),
      sides_(*state.rules),
      handicap_(question),
      finder_(state_, evaluator, budget, sides_, handicap_),
      root_seat_(state.now.actor) {}

Answer Expectimax::think() { return state_.rules->dice == Dice::split ? think_in_turns() : think_in_actions(); }

template <class Reply>
PerSeat Expectimax::expect(Reply reply) {
    const bool two = state_.rules->dice == Dice::split;
    std::array<std::int64_t, most_seats> sums{};
    std::int64_t weights = 0;
    for (int one = 1; one <= faces; ++one)
        for (int other = two ? one : 0; other <= (two ? faces : 0); ++other) {
            if (budget_.over()) return {};
            roll(state_, one, other);
            const PerSeat values = reply();
            undo(state_);
            const int weight = two && one != other ? 2 : 1;
            weights += weight;
            for (std::size_t seat = 0; seat < most_seats; ++seat)
                sums[seat] += weight * static_cast<std::int64_t>(values[seat]);
        }
    PerSeat mean{};
    for (std::size_t seat = 0; seat < most_seats; ++seat) mean[seat] = static_cast<int>(sums[seat] / weights);
    return mean;
}

void Expectimax::collect(Answer& answer) const {
    answer.lines.clear();
    for (std::size_t i = 0; i < turns_.size() && i < at(std::max(1, question_.lines)); ++i)
        answer.lines.push_back({turns_[i].values, turns_[i].moves});
    answer.nodes = budget_.nodes();
}

// ---- one die: action by action, deeper and deeper ----

Answer Expectimax::think_in_actions() {
    Answer answer;
    turns_ = finder_.actions();
    // At a glance, until the first depth is finished.
    for (std::size_t i = 0; i < (question_.lines > 1 ? turns_.size() : 1); ++i) {
        turns_[i].values = finder_.glance(turns_[i].moves[0]);
        turns_[i].value = turns_[i].values[at(root_seat_)];
    }
    if (question_.lines > 1) std::stable_sort(turns_.begin(), turns_.end(), better);
    collect(answer);
    const int most = question_.depth ? std::min(question_.depth, deepest) : deepest;
    for (int depth = 1; depth <= most && turns_.size() > 1; ++depth) {
        const bool finished = look_at_actions(depth);
        // Values of different depths cannot be compared: several lines stay as they were when the last depth was
        // finished. A single one counts at once.
        if (question_.lines < 2 || finished) collect(answer);
        if (!finished) break;
        answer.depth = depth;
        if (question_.report) question_.report(answer);
    }
    answer.nodes = budget_.nodes();
    return answer;
}

// Values all actions anew and sorts those that it came to; false if the budget did not last.
bool Expectimax::look_at_actions(int depth) {
    auto finished = turns_.begin();
    for (; finished != turns_.end(); ++finished) {
        auto& turn_made = *finished;
        const ActionList list = legal(state_);
        finder_.play(turn_made.moves[0]);
        const PerSeat values = look(depth - 1, 1);
        undo(state_);
        if (budget_.over()) break;
        turn_made.values = values;
        turn_made.value = values[at(root_seat_)] + handicap_.misjudges(state_, list, turn_made.moves[0].action);
    }
    std::stable_sort(turns_.begin(), finished, better);
    return !budget_.over();
}

PerSeat Expectimax::look(int depth, int ply) {
    if (!budget_.spend(1)) return {};
    if (state_.now.phase == Phase::over) {
        PerSeat values{};
        for (int seat = 0; seat < state_.rules->seats; ++seat) values[at(seat)] = final_value(state_, seat, ply);
        return values;
    }
    if (depth <= 0) return finder_.worth();
    if (state_.now.phase != Phase::roll) return choose(depth, ply);
    // A roll that lapsed gave the die on; that counts as an action, or it would never end.
    return expect([&] { return look(state_.now.phase == Phase::roll ? depth - 1 : depth, ply); });
}

PerSeat Expectimax::choose(int depth, int ply) {
    const auto actor = at(state_.now.actor);
    const ActionList list = legal(state_);
    int best = INT32_MIN;
    PerSeat values{};
    for (const auto& action : list) {
        if (handicap_.overlooks(state_, list, action, false)) continue;
        apply(state_, list, action);
        const PerSeat found = look(depth - 1, ply + 1);
        undo(state_);
        if (budget_.over()) return values;
        if (found[actor] <= best) continue;
        best = found[actor];
        values = found;
    }
    return best == INT32_MIN ? finder_.worth() : values;
}

// ---- two dice: whole turns, then what the others will roll and reply ----

Answer Expectimax::think_in_turns() {
    Answer answer;
    const ActionList list = legal(state_);
    turns_.push_back({{move_of(list, list[0])}, 0, {}});
    if (list.size() == 1) turns_[0].values = finder_.glance(turns_[0].moves[0]);
    collect(answer);
    if (list.size() == 1) return answer;
    // A beam is made wider as long as half of the budget lasts.
    bool any = false;
    for (std::size_t width = 4; width <= 512; width *= 2) {
        std::vector<Turn> found = finder_.beam(width, width > 4);
        if (found.empty()) break;
        any = true;
        turns_ = std::move(found);
        collect(answer);
        answer.depth = 1;
        if (budget_.over() || budget_.spent() > 0.5) break;
    }
    if (question_.report && any) question_.report(answer);
    if (question_.depth != 1 && !handicap_.any() && turns_.size() > 1 && expect_replies()) {
        collect(answer);
        answer.depth = 2;
        if (question_.report) question_.report(answer);
    }
    answer.nodes = budget_.nodes();
    return answer;
}

// Values the best turns anew by the mean over the next rolls, each answered by the turn that looks best then. False if
// there was not enough budget for all of them.
bool Expectimax::expect_replies() {
    std::vector<Turn> anew(turns_.begin(),
                           turns_.begin() + static_cast<std::ptrdiff_t>(std::min(turns_.size(), TurnFinder::compared)));
    for (auto& turn_made : anew) {
        if (std::abs(turn_made.value) >= decided) continue;
        for (const auto& move : turn_made.moves) finder_.play(move);
        turn_made.values = expect([&] {
            const auto replies = state_.now.phase == Phase::move ? finder_.beam(1, false) : std::vector<Turn>{};
            return replies.empty() ? finder_.worth() : replies[0].values;
        });
        for (std::size_t i = 0; i < turn_made.moves.size(); ++i) undo(state_);
        if (budget_.over()) return false;
        turn_made.value = turn_made.values[at(root_seat_)];
    }
    std::stable_sort(anew.begin(), anew.end(), better);
    turns_ = std::move(anew);
    return true;
}

}  // namespace halma::engine
