// Two sides, no dice: iterative deepening with principal variation search on the kernel's own states.
#pragma once

#include <algorithm>
#include <cmath>
#include <thread>

#include "answer.hpp"
#include "eval/evaluation.hpp"
#include "search/budget.hpp"
#include "search/handicap.hpp"
#include "search/repetition_guard.hpp"
#include "search/transposition.hpp"

namespace halma::engine {

inline constexpr int deepest = 60;
// The worth of being to move, half of what a turn is worth.
inline constexpr int tempo = turn / 2;
// What a game is worth that ends by the stall rule, to whoever is ranked first then: as good as won, but nobody should
// prefer it to winning.
inline constexpr int ranked_first = win / 10;

// What a game that is over is worth to the side of a seat.
inline int final_value(const State& state, int seat, int ply) {
    const auto& result = state.now.result;
    if (!result.placed || result.drawn) return 0;
    const auto& rules = *state.rules;
    int own = most_seats + 1, other = most_seats + 1;
    for (int one = 0; one < rules.seats; ++one) {
        auto& best = has_seat(rules.team[static_cast<std::size_t>(seat)], one) ? own : other;
        best = std::min<int>(best, result.places[static_cast<std::size_t>(one)]);
    }
    if (own == other) return 0;
    const bool by_ranking = result.termination == Termination::stall || result.termination == Termination::all_passed;
    const int value = by_ranking ? ranked_first : win - ply;
    return own < other ? value : -value;
}

// One thread's search. All threads share what they find out about positions.
class Searcher {
   public:
    Searcher(const State& state, const Evaluator& evaluator, Transpositions& known, Budget& budget,
             const Question& question, int number)
        : state_(state),
          evaluator_(evaluator),
          known_(known),
          budget_(budget),
          question_(question),
          number_(number),
          handicap_(question),
          history_(static_cast<std::size_t>(2 * (most_cells + 1) * (most_cells + 1)), 0) {}

    Answer think() {
        Answer answer;
        prepare_root();
        collect(answer);
        const int most = question_.depth ? std::min(question_.depth, deepest) : deepest;
        for (int depth = 1; depth <= most && !budget_.over(); ++depth) {
            // Further threads look one turn further every other time, so that not all do the same work.
            if (!deepen(depth + (number_ % 2))) {
                // Values of different depths cannot be compared: several lines stay as they were when the last depth
                // was finished. A single one counts at once.
                if (question_.lines < 2) collect(answer);
                break;
            }
            answer.depth = depth;
            if (question_.lines > 1) sort_root();
            collect(answer);
            if (number_ == 0 && question_.report && !budget_.over()) question_.report(answer);
            if (root_.size() == 1 || std::abs(root_[0].value) >= decided) break;
        }
        answer.nodes = budget_.nodes();
        return answer;
    }

   private:
    struct RootMove {
        Action action;
        int value = 0;  // as far as it was last found out; a move that is only known to be worse keeps it
        int promise = 0;
        int misjudged = 0;
        std::vector<Move> line;
    };
    struct Candidate {
        Action action;
        int order = 0;
        int promise = 0;
    };
    struct Ply {
        ActionList list;
        std::vector<Candidate> candidates;
        std::array<std::uint32_t, 2> killers{};
        std::vector<Move> line;
    };

    // ---- the root ----

    void prepare_root() {
        plies_[0].list = legal(state_);
        const auto& list = plies_[0].list;
        evaluator_.promises(state_, list, promises_);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (promises_[i] != hopeless && !handicap_.overlooks(state_, list, list[i], true))
                root_.push_back(
                    {list[i], promises_[i], promises_[i], misjudges(list, list[i]), {move_of(list, list[i])}});
        keep_going(state_, evaluator_, list, root_);
        // Who sees nothing plays what comes to hand.
        if (root_.empty()) root_.push_back({list[0], 0, 0, 0, {move_of(list, list[0])}});
        sort_root();
        // At a glance, until the first depth is finished.
        if (question_.lines > 1) {
            for (auto& move : root_) move.value = glance(move.action);
            sort_root();
        } else {
            root_[0].value = glance(root_[0].action);
        }
    }

    // What a move is worth without looking any further.
    int glance(const Action& action) {
        const int actor = state_.now.actor;
        apply(state_, plies_[0].list, action);
        const int value = state_.now.phase == Phase::over      ? final_value(state_, actor, 1)
                          : same_side(actor, state_.now.actor) ? evaluate()
                                                               : -evaluate();
        undo(state_);
        return value;
    }

    // The fewer turns are left, the better anybody judges; otherwise the weakest would never come home.
    int misjudges(const ActionList& list, const Action& action) const {
        constexpr int many_turns = 40;
        PerSeat turns{};
        evaluator_.remaining(state_, turns);
        return handicap_.misjudges(state_, list, action) * std::min(turns[state_.now.actor], many_turns) / many_turns;
    }

    void sort_root() {
        std::stable_sort(root_.begin(), root_.end(), [](const RootMove& one, const RootMove& other) {
            return std::pair(one.value, one.promise) > std::pair(other.value, other.promise);
        });
    }

    // Searches the best lines one depth further; false if the budget did not last.
    bool deepen(int depth) {
        const auto lines = std::min(root_.size(), static_cast<std::size_t>(std::max(1, question_.lines)));
        for (std::size_t first = 0; first < lines; ++first) {
            // The first guess is that nothing changes much.
            int window = depth > 2 && !handicap_.any() && std::abs(root_[first].value) < decided ? turn / 2 : 2 * win;
            const int guess = root_[first].value;
            for (;;) {
                const int low = std::max(-2 * win, guess - window), high = std::min(2 * win, guess + window);
                const int value = search_root(depth, first, low, high);
                if (budget_.over()) return false;
                if (value > low && value < high) break;
                window *= 4;
                if (window > 16 * turn) window = 4 * win;
            }
        }
        return true;
    }

    int search_root(int depth, std::size_t first, int alpha, int beta) {
        int best = -4 * win;
        for (std::size_t i = first; i < root_.size(); ++i) {
            auto& move = root_[i];
            const int reduced = i > first + 4 && depth > 2 ? depth - 2 : depth - 1;
            int value = 0;
            if (handicap_.any()) {
                value = play(0, move.action, depth - 1, -2 * win, 2 * win) + move.misjudged;
            } else if (i == first) {
                value = play(0, move.action, depth - 1, alpha, beta);
            } else {
                value = play(0, move.action, reduced, alpha, alpha + 1);
                if (value > alpha && !budget_.over()) value = play(0, move.action, depth - 1, alpha, beta);
            }
            if (budget_.over()) break;
            if (value <= best) continue;
            best = value;
            if (i == first || value > alpha) {
                move.value = value;
                move.line.assign(1, move_of(plies_[0].list, move.action));
                move.line.insert(move.line.end(), plies_[1].line.begin(), plies_[1].line.end());
                // The best move comes first at once: if the time is up now, it is played.
                std::rotate(root_.begin() + static_cast<std::ptrdiff_t>(first),
                            root_.begin() + static_cast<std::ptrdiff_t>(i),
                            root_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }

    void collect(Answer& answer) {
        const auto lines = std::min(root_.size(), static_cast<std::size_t>(std::max(1, question_.lines)));
        answer.lines.clear();
        for (std::size_t i = 0; i < lines; ++i) answer.lines.push_back(line_of(root_[i]));
        answer.nodes = budget_.nodes();
    }

    Line line_of(const RootMove& move) const {
        Line line;
        line.moves = move.line;
        const int value = std::clamp(move.value, -win, win);
        for (int seat = 0; seat < state_.rules->seats; ++seat)
            line.scores[static_cast<std::size_t>(seat)] = same_side(seat, state_.now.actor) ? value : -value;
        return line;
    }

    // ---- the tree ----

    bool same_side(int one, int other) const {
        return has_seat(state_.rules->team[static_cast<std::size_t>(one)], other);
    }

    // The worth of the position to the side that has to act.
    int evaluate() const {
        PerSeat values;
        evaluator_.evaluate(state_, values);
        int sum = 0;
        for (int seat = 0; seat < state_.rules->seats; ++seat)
            sum += same_side(seat, state_.now.actor) ? values[static_cast<std::size_t>(seat)]
                                                     : -values[static_cast<std::size_t>(seat)];
        const int waited = evaluator_.impatience(state_, thinker_);
        return sum + tempo - (same_side(state_.now.actor, thinker_.seat) ? waited : -waited);
    }

    // Plays a move and gives its value to the side that played it.
    int play(int ply, const Action& action, int depth, int alpha, int beta) {
        const int actor = state_.now.actor;
        apply(state_, plies_[static_cast<std::size_t>(ply)].list, action);
        int value = 0;
        if (state_.now.phase == Phase::over) {
            budget_.spend(1, number_ == 0);
            plies_[static_cast<std::size_t>(ply) + 1].line.clear();
            value = final_value(state_, actor, ply + 1);
        } else if (same_side(actor, state_.now.actor)) {
            value = search(ply + 1, depth, alpha, beta);
        } else {
            value = -search(ply + 1, depth, -beta, -alpha);
        }
        undo(state_);
        return value;
    }

    static std::uint32_t mark_of(const ActionList& list, const Action& action) {
        const auto captured = action.captured ? list.captured(action).mixed() >> 54 : 0;
        return static_cast<std::uint32_t>(action.origin + 1) | static_cast<std::uint32_t>(action.target + 1) << 9 |
               static_cast<std::uint32_t>(action.kind) << 18 | static_cast<std::uint32_t>(captured) << 22;
    }

    std::int32_t& history_of(const Action& action) {
        const auto side = static_cast<std::size_t>(same_side(state_.now.actor, 0));
        constexpr std::size_t width = most_cells + 1;
        return history_[(side * width + static_cast<std::size_t>(action.origin + 1)) * width +
                        static_cast<std::size_t>(action.target)];
    }

    static int to_stored(int value, int ply) {
        return value >= decided ? value + ply : value <= -decided ? value - ply : value;
    }
    static int from_stored(int value, int ply) {
        return value >= decided ? value - ply : value <= -decided ? value + ply : value;
    }

    int search(int ply, int depth, int alpha, int beta) {
        auto& here = plies_[static_cast<std::size_t>(ply)];
        here.line.clear();
        if (!budget_.spend(1, number_ == 0)) return 0;
        // Going round in circles gets nobody further, least of all the one who closes the circle.
        if (state_.counted && state_.seen.occurrences(state_.key) > 1) return evaluate() + turn;
        if (depth <= 0 || ply >= deepest) return evaluate();
        if (depth == 1 && evaluator_.adds_up() && !handicap_.any())
            if (const auto value = last_turn()) return *value;
        const std::uint64_t key = state_.counted ? state_.key : position_key(state_);
        std::uint32_t hint = 0;
        if (const auto found = known_.find(key)) {
            hint = found->move;
            const int value = from_stored(found->value, ply);
            const bool pv = beta - alpha > 1;
            if (!pv && found->depth >= depth &&
                (found->bound == Bound::exact || (found->bound == Bound::lower && value >= beta) ||
                 (found->bound == Bound::upper && value <= alpha)))
                return value;
        }
        here.list = legal(state_);
        order(here, hint);
        return try_moves(here, key, ply, depth, alpha, beta);
    }

    // The moves of the last turn need not be played: the best of them changes the value by what it gains. Nothing if
    // that cannot be told, or if a game may be won by it.
    std::optional<int> last_turn() {
        const int before = evaluate();
        if (std::abs(before) > decided) return std::nullopt;
        std::uint64_t count = 0;
        const auto best = evaluator_.best_promise(state_, count);
        if (!best) return std::nullopt;
        budget_.count(count);
        return before + *best - 2 * tempo;
    }

    void order(Ply& here, std::uint32_t hint) {
        here.candidates.clear();
        evaluator_.promises(state_, here.list, promises_);
        for (std::size_t i = 0; i < here.list.size(); ++i) {
            const auto& action = here.list[i];
            if (promises_[i] == hopeless) continue;
            if (handicap_.overlooks(state_, here.list, action, same_side(state_.now.actor, thinker_.seat))) continue;
            const auto mark = mark_of(here.list, action);
            int order = 16 * promises_[i];
            if (action.target >= 0) order += history_of(action);
            if (mark == here.killers[0] || mark == here.killers[1]) order += 16 * turn;
            if (mark == hint) order = 2'000'000'000;
            here.candidates.push_back({action, order, promises_[i]});
        }
        if (here.candidates.empty()) here.candidates.push_back({here.list[0], 0, 0});
    }

    // How many moves are looked at where little depth is left: the others gain less and are hardly ever better.
    std::size_t enough(int depth) const {
        if (!evaluator_.adds_up() || depth > 5) return SIZE_MAX;
        return static_cast<std::size_t>(question_.weights.search_fewest + question_.weights.search_more * depth);
    }

    int try_moves(Ply& here, std::uint64_t key, int ply, int depth, int alpha, int beta) {
        const int first_alpha = alpha;
        int best = -4 * win;
        Action best_action;
        const auto most = enough(depth);
        for (std::size_t i = 0; i < here.candidates.size() && i < most; ++i) {
            const auto next =
                std::max_element(here.candidates.begin() + static_cast<std::ptrdiff_t>(i), here.candidates.end(),
                                 [](const auto& one, const auto& other) { return one.order < other.order; });
            std::iter_swap(here.candidates.begin() + static_cast<std::ptrdiff_t>(i), next);
            const Candidate move = here.candidates[i];
            int value = 0;
            if (i == 0) {
                value = play(ply, move.action, depth - 1, alpha, beta);
            } else {
                const int less = reduction(depth, i);
                value = play(ply, move.action, depth - 1 - less, alpha, alpha + 1);
                if (less && value > alpha && !budget_.over())
                    value = play(ply, move.action, depth - 1, alpha, alpha + 1);
                if (value > alpha && value < beta && !budget_.over())
                    value = play(ply, move.action, depth - 1, alpha, beta);
            }
            if (budget_.over()) return 0;
            if (value <= best) continue;
            best = value;
            best_action = move.action;
            if (value > alpha) {
                alpha = value;
                const auto& rest = plies_[static_cast<std::size_t>(ply) + 1].line;
                here.line.assign(1, move_of(here.list, move.action));
                here.line.insert(here.line.end(), rest.begin(), rest.end());
            }
            if (alpha >= beta) {
                reward(here, move.action, depth);
                break;
            }
        }
        const Bound bound = best >= beta ? Bound::lower : best > first_alpha ? Bound::exact : Bound::upper;
        known_.keep(key, {to_stored(best, ply), depth, bound, mark_of(here.list, best_action)});
        return best;
    }

    static int reduction(int depth, std::size_t number) {
        if (depth < 3 || number < 3) return 0;
        return std::min(depth - 2, 1 + (number > 10) + (number > 30 && depth > 5));
    }

    void reward(Ply& here, const Action& action, int depth) {
        const auto mark = mark_of(here.list, action);
        if (here.killers[0] != mark) here.killers = {mark, here.killers[0]};
        if (action.target < 0) return;
        auto& entry = history_of(action);
        entry += depth * depth;
        if (entry > 16 * 2 * turn)
            for (auto& one : history_) one /= 2;
    }

    State state_;
    const Evaluator& evaluator_;
    Transpositions& known_;
    Budget& budget_;
    const Question& question_;
    int number_;
    Handicap handicap_;
    Thinker thinker_ = thinker_of(state_);
    std::vector<RootMove> root_;
    std::array<Ply, deepest + 2> plies_;
    std::vector<std::int32_t> history_;
    std::vector<int> promises_;
};

// The search of two sides, with as many threads as the question allows.
inline Answer search_two_sides(const State& state, const Evaluator& evaluator, Budget& budget,
                               const Question& question) {
    Transpositions known(std::min(static_cast<double>(budget.most_nodes()) / 8, budget.most_seconds() * 1e6),
                         question.table_megabytes);
    std::vector<std::thread> threads;
    for (int number = 1; number < question.threads; ++number)
        threads.emplace_back([&, number] { Searcher(state, evaluator, known, budget, question, number).think(); });
    Answer answer = Searcher(state, evaluator, known, budget, question, 0).think();
    budget.stop();
    for (auto& thread : threads) thread.join();
    answer.nodes = budget.nodes();
    return answer;
}

}  // namespace halma::engine
