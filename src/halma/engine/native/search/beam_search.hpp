// Races of several seats: the others are expected to play what looks best at a glance, so that the own turns can be
// planned far ahead. A beam keeps the best positions turn by turn and is made wider as long as the budget lasts.
#pragma once

#include <unordered_set>

#include "search/budget.hpp"
#include "search/final_value.hpp"
#include "search/handicap.hpp"
#include "search/repetition_guard.hpp"
#include "search/sides.hpp"

namespace halma::engine {

class BeamSearch {
   public:
    BeamSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question)
        : root_(state),
          evaluator_(evaluator),
          budget_(budget),
          question_(question),
          sides_(*state.rules),
          handicap_(question),
          repetition_guard_(state, state.now.actor) {}

    Answer think() {
        Answer answer;
        prepare_root();
        std::stable_sort(moves_.begin(), moves_.end(), better);
        collect(answer);
        if (moves_.size() < 2) return answer;
        const int deepest_plan = question_.depth ? std::min(question_.depth, longest_plan) : longest_plan;
        for (std::size_t width = narrowest; width <= widest; width *= 2) {
            if (!plan(width, deepest_plan, answer.depth)) break;
            std::stable_sort(moves_.begin(), moves_.end(), better);
            collect(answer);
            if (question_.report) question_.report(answer);
            if (moves_[0].value >= decided) break;
        }
        answer.nodes = budget_.nodes();
        return answer;
    }

   private:
    static constexpr int longest_plan = 12;
    static constexpr std::size_t narrowest = 6, widest = 768;
    static constexpr std::size_t looked_at = 24;  // moves of each position, the most promising ones

    struct RootMove {
        Action action;
        Move move;
        int value = 0;
        int bias = 0;  // mistakes, and what it costs to go back to where one stood before
        bool ends = false;
    };
    struct Node {
        State state;
        std::size_t first;  // the root move that led here
        int value;
    };
    struct Child {
        std::size_t parent;
        Action action;
        std::size_t first;
        int value;
        std::uint64_t hash;
    };

    static bool better(const RootMove& one, const RootMove& other) { return one.value > other.value; }

    // The root without its past, which a plan need not remember, so that copies are cheap.
    State bare() const {
        State state = root_;
        state.seen.clear();
        state.seen = {};
        forget_past(state);
        state.past.shrink_to_fit();
        return state;
    }

    int worth(const State& state, int turns) const {
        if (state.now.phase == Phase::over) return final_value(state, thinker_.seat, turns);
        PerSeat values;
        evaluator_.evaluate(state, values);
        return sides_.relative(state, values, thinker_.seat) - evaluator_.impatience(state, thinker_);
    }

    void prepare_root() {
        const ActionList list = legal(root_);
        const bool stuck = is_stuck(root_, list);
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list.size() > 1 && handicap_.overlooks(root_, list, list[i], true)) continue;
            apply(root_, list, list[i]);
            const bool over = root_.now.phase == Phase::over;
            const int value = worth(root_, 1);
            const int seen = root_.counted ? root_.seen.occurrences(root_.key) - 1 : 0;
            undo(root_);
            budget_.spend(1);
            int bias = handicap_.misjudges(root_, list, list[i]);
            if (!over && !stuck)
                bias -= turn / 2 * seen + turn / 4 * repetition_guard_.visits(root_, list, list[i], thinker_.seat);
            moves_.push_back({list[i], move_of(list, list[i]), value + bias, bias, over});
        }
        keep_going(root_, evaluator_, list, moves_);
        if (moves_.empty()) moves_.push_back({list[0], move_of(list, list[0]), 0, 0, false});
    }

    // What anybody would play who sees one move far: the largest gain of advance, of equal ones with the hindmost
    // piece.
    static Action largest_advance(const State& state, const ActionList& list) {
        using Rank = std::array<int, 4>;
        const auto rank = [&](const Action& action) -> Rank {
            if (action.origin < 0 || action.target < 0 || action.target >= state.rules->cells) return {};
            const auto& advance = state.kind_at(action.origin).advance;
            const int before = advance[at(action.origin)];
            return {before - advance[at(action.target)], before, action.origin, action.target};
        };
        return *std::min_element(list.begin(), list.end(),
                                 [&](const Action& one, const Action& other) { return rank(one) < rank(other); });
    }

    // The others play until it is the own turn again.
    void let_others_play(State& state) {
        while (state.now.phase == Phase::move && state.now.actor != thinker_.seat && !budget_.over()) {
            ActionList list;
            add_legal(state, list);
            apply(state, list, largest_advance(state, list));
            forget_past(state);
            budget_.spend(1);
            if (!state.in_play(thinker_.seat)) break;
        }
    }

    // Follows the best positions so many own turns ahead; false if the budget did not last.
    bool plan(std::size_t width, int turns, int& depth) {
        std::vector<int> best(moves_.size(), -4 * win);
        std::vector<Node> level;
        std::vector<Child> children;
        std::unordered_set<std::uint64_t> seen;
        ActionList list = legal(root_);
        const State start = bare();
        for (std::size_t i = 0; i < moves_.size(); ++i)
            if (moves_[i].ends)
                best[i] = moves_[i].value;
            else
                children.push_back({0, moves_[i].action, i, moves_[i].value, i});
        std::vector<Node> parents;
        parents.push_back({start, 0, 0});
        for (int ahead = 1; ahead <= turns; ++ahead) {
            // All moves of the root are followed one turn; later the best positions are, whichever they came from.
            const std::size_t kept = ahead == 1 ? std::max<std::size_t>(width, 16) : width;
            std::stable_sort(children.begin(), children.end(),
                             [](const Child& one, const Child& other) { return one.value > other.value; });
            level.clear();
            seen.clear();
            for (const auto& child : children) {
                if (level.size() >= kept) break;
                if (!seen.insert(child.hash).second) continue;
                Node node{parents[child.parent].state, child.first, 0};
                list.clear();
                if (node.state.now.phase == Phase::move) apply(node.state, list, child.action);
                forget_past(node.state);
                let_others_play(node.state);
                if (budget_.over()) return false;
                node.value = worth(node.state, ahead) + moves_[node.first].bias;
                level.push_back(std::move(node));
            }
            // The plan counts as far as it was made: what is found later replaces what was seen before.
            std::vector<int> now(moves_.size(), -4 * win);
            for (const auto& node : level) now[node.first] = std::max(now[node.first], node.value);
            for (std::size_t i = 0; i < now.size(); ++i)
                if (now[i] > -4 * win) best[i] = now[i];
                // Left behind by better ones.
                else if (best[i] > -4 * win && !moves_[i].ends)
                    best[i] = std::min(best[i], worst_of(level) - 1);
            depth = std::max(depth, ahead);
            std::swap(parents, level);
            children.clear();
            bool won = false;
            for (std::size_t i = 0; i < parents.size(); ++i) {
                won |= parents[i].value >= decided;
                add_children(parents[i], i, ahead, children);
                if (budget_.over()) return false;
            }
            if (won || children.empty()) break;
        }
        // What was not followed is no better than the worst that was.
        int worst = 4 * win;
        for (const int value : best)
            if (value > -4 * win) worst = std::min(worst, value);
        for (std::size_t i = 0; i < moves_.size(); ++i)
            moves_[i].value = best[i] > -4 * win ? best[i] : std::min(moves_[i].value, worst - 1);
        return true;
    }

    static int worst_of(const std::vector<Node>& level) {
        int worst = 4 * win;
        for (const auto& node : level) worst = std::min(worst, node.value);
        return worst;
    }

    void add_children(Node& node, std::size_t number, int ahead, std::vector<Child>& children) {
        auto& state = node.state;
        if (state.now.phase != Phase::move || state.now.actor != thinker_.seat) return;
        ActionList list;
        add_legal(state, list);
        evaluator_.promises(state, list, promises_);
        std::vector<std::size_t> order(list.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const std::size_t count = std::min(order.size(), looked_at);
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                          [&](std::size_t one, std::size_t other) {
                              return std::pair(-promises_[one], one) < std::pair(-promises_[other], other);
                          });
        for (std::size_t i = 0; i < count; ++i) {
            const auto& action = list[order[i]];
            apply(state, list, action);
            children.push_back(
                {number, action, node.first, worth(state, ahead + 1) + moves_[node.first].bias, state.hash});
            undo(state);
            budget_.spend(1);
        }
    }

    void collect(Answer& answer) const {
        answer.lines.clear();
        for (std::size_t i = 0; i < moves_.size() && i < at(std::max(1, question_.lines)); ++i) {
            Line line;
            line.moves.push_back(moves_[i].move);
            sides_.tell(root_, evaluator_, thinker_.seat, moves_[i].value, line.scores);
            answer.lines.push_back(std::move(line));
        }
        answer.nodes = budget_.nodes();
    }

    State root_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Question& question_;
    Sides sides_;
    Handicap handicap_;
    Thinker thinker_ = thinker_of(root_);
    RepetitionGuard repetition_guard_;
    std::vector<RootMove> moves_;
    std::vector<int> promises_;
};

}  // namespace halma::engine
