#include "search/alpha_beta.hpp"

#include <thread>
#include <type_traits>

#include "search/final_value.hpp"
#include "search/models.hpp"
#include "search/position_stack.hpp"
#include "search/repetition_guard.hpp"
#include "search/root.hpp"
#include "search/sides.hpp"
#include "search/transposition.hpp"

namespace halma::engine {

namespace {

// The worth of being to move, half of what a turn is worth.
constexpr int tempo = turn / 2;

// One thread's search. All threads share what they find out about positions.
template <class Model>
class AlphaBeta final : public Tree {
   public:
    AlphaBeta(const State& state, const Evaluator& evaluator, Transpositions& known, Budget& budget,
              const Question& question, int number)
        : stack_(state, evaluator.net()),
          evaluator_(evaluator),
          known_(known),
          budget_(budget),
          question_(question),
          asks_(number == 0),
          sides_(*state.rules),
          handicap_(question),
          picker_(evaluator, handicap_, History(*state.rules, Model::two_race, Model::most_refutations)) {}

    RootHabits habits() const { return {Model::two_race, handicap_.any(), Model::late_at_root}; }

    // ---- the root ----

    std::vector<RootMove> moves() override;
    int glance(const RootMove& move) override;
    int look(const RootMove& move, int depth, int alpha, int beta) override;
    void lead(RootMove& move) const override { stack_.lead(0, {move.action, thinker_.seat, 0}, true, move.line); }
    Line tell(const RootMove& move) const override;

   private:
    // Of positions: to the party that is to act, or, where everybody is for himself, to every seat.
    using Value = std::conditional_t<Model::for_everyone, PerSeat, int>;

    int misjudged(const ActionList& list, const Action& action) const;
    int stale(const RepetitionGuard& guard, const ActionList& list, const Action& action);
    void keep_playable(std::vector<Move>& line) const;

    // ---- values ----

    bool is_own(int seat) const { return sides_.same(seat, thinker_.seat); }
    bool repeats() const {
        const auto& state = stack_.state();
        return state.counted && state.seen.occurrences(state.key) > 1;
    }
    void evaluate(PerSeat& values);
    int to_thinker(const PerSeat& values) const;
    int worth_to_thinker();
    int end_to_thinker(int ply) const;
    int to_mover(int value) const;
    Value worth();
    Value end(int seat, int ply) const;
    std::optional<int> last_turn(int beta);
    std::optional<int> last_turn_with_net(int beta);

    // ---- the tree ----

    Value search(int ply, int depth, int alpha, int beta);
    Value try_moves(std::uint64_t key, int ply, int depth, int alpha, int beta);
    Value try_move(int ply, const Candidate& move, std::size_t number, int depth, int alpha, int beta);
    Value play(int ply, const Candidate& move, int depth, int alpha, int beta);
    void find_candidates(int ply, std::uint32_t hint);
    void pass_on(bool to_thinker);
    std::size_t enough(int depth) const;
    static int reduction(int depth, std::size_t number);

    PositionStack stack_;
    const Evaluator& evaluator_;
    Transpositions& known_;
    Budget& budget_;
    const Question& question_;
    bool asks_;
    Sides sides_;
    Handicap handicap_;
    MovePicker picker_;
    std::vector<PlainMove> last_moves_;
    Thinker thinker_ = thinker_of(stack_.state());
};

// ---- the root ----

template <class Model>
std::vector<RootMove> AlphaBeta<Model>::moves() {
    auto& state = stack_.state();
    auto& here = stack_[0];
    auto& list = here.lists[at(thinker_.seat)];
    here.candidates.clear();
    picker_.add(state, thinker_.seat, true, 0, here.killers, list, here.candidates);
    MovePicker::sort(here.candidates);
    const RepetitionGuard guard(state, thinker_.seat);
    std::vector<RootMove> found;
    for (const auto& one : here.candidates) {
        const auto& action = one.action;
        found.push_back(
            {action, 0, one.order, misjudged(list, action), stale(guard, list, action), {move_of(list, action)}});
    }
    keep_going(state, evaluator_, list, found);
    return found;
}

// The fewer turns are left, the better anybody judges; otherwise the weakest would never come home.
template <class Model>
int AlphaBeta<Model>::misjudged(const ActionList& list, const Action& action) const {
    constexpr int many_turns = 40;
    const auto& state = stack_.state();
    const int noise = handicap_.misjudges(state, list, action);
    if (!noise || !evaluator_.is_race()) return noise;
    PerSeat turns{};
    evaluator_.undisturbed(state, turns);
    return noise * std::min(turns[state.now.actor], many_turns) / many_turns;
}

// A race of two needs no price: who goes back loses a turn.
template <class Model>
int AlphaBeta<Model>::stale(const RepetitionGuard& guard, const ActionList& list, const Action& action) {
    auto& state = stack_.state();
    if (Model::two_race || is_stuck(state, list)) return 0;
    apply(state, list, action);
    const int before = state.counted ? state.seen.occurrences(state.key) - 1 : 0;
    undo(state);
    return turn / 2 * before + turn / 4 * guard.visits(state, list, action, thinker_.seat);
}

template <class Model>
int AlphaBeta<Model>::glance(const RootMove& move) {
    stack_.play(0, {move.action, thinker_.seat, 0});
    int value = 0;
    if (stack_.state().now.phase == Phase::over)
        value = end_to_thinker(1);
    else
        value = worth_to_thinker() + (!Model::two_race ? 0 : is_own(stack_.state().now.actor) ? tempo : -tempo);
    stack_.take_back();
    return value;
}

template <class Model>
int AlphaBeta<Model>::look(const RootMove& move, int depth, int alpha, int beta) {
    const Value value = play(0, {move.action, thinker_.seat, 0}, depth, alpha, beta);
    if constexpr (Model::for_everyone)
        return value[at(thinker_.seat)];
    else
        return value;
}

template <class Model>
Line AlphaBeta<Model>::tell(const RootMove& move) const {
    Line line;
    line.moves = move.line;
    if (Model::one_replies) keep_playable(line.moves);
    sides_.tell(stack_.state(), evaluator_, thinker_.seat, move.value, line.scores);
    return line;
}

// Where only one of the others replies, a line goes on with somebody whose turn it is not: what is told of it ends
// there.
template <class Model>
void AlphaBeta<Model>::keep_playable(std::vector<Move>& line) const {
    State state = stack_.state();
    std::size_t count = 0;
    for (; count < line.size() && state.now.phase != Phase::over; ++count) {
        const ActionList list = legal(state);
        const auto played = std::find_if(list.begin(), list.end(),
                                         [&](const Action& action) { return move_of(list, action) == line[count]; });
        if (played == list.end()) break;
        apply(state, list, *played);
    }
    line.resize(count);
}

// ---- values ----

template <class Model>
void AlphaBeta<Model>::evaluate(PerSeat& values) {
    evaluator_.evaluate_written(stack_.state(), values);
    if (evaluator_.net()) evaluator_.add_net(stack_.state(), stack_.net_sums(), values);
}

template <class Model>
int AlphaBeta<Model>::to_thinker(const PerSeat& values) const {
    const auto& state = stack_.state();
    int sum = 0;
    if constexpr (Model::two_race)
        for (int seat = 0; seat < state.rules->seats; ++seat)
            sum += is_own(seat) ? values[at(seat)] : -values[at(seat)];
    else
        sum = sides_.relative(state, values, thinker_.seat);
    return sum - evaluator_.impatience(state, thinker_);
}

template <class Model>
int AlphaBeta<Model>::worth_to_thinker() {
    PerSeat values;
    evaluate(values);
    return to_thinker(values);
}

// What the end of a game is worth.
template <class Model>
int AlphaBeta<Model>::end_to_thinker(int ply) const {
    const auto& state = stack_.state();
    return state.now.result.drawn ? evaluator_.draw() : final_value(state, thinker_.seat, ply);
}

template <class Model>
int AlphaBeta<Model>::to_mover(int value) const {
    return (is_own(stack_.state().now.actor) ? value : -value) + (Model::two_race ? tempo : 0);
}

template <class Model>
auto AlphaBeta<Model>::worth() -> Value {
    if constexpr (Model::for_everyone) {
        PerSeat values;
        evaluate(values);
        return sides_.relative(stack_.state(), values);
    } else {
        return to_mover(worth_to_thinker());
    }
}

template <class Model>
auto AlphaBeta<Model>::end(int seat, int ply) const -> Value {
    if constexpr (Model::for_everyone) {
        PerSeat values{};
        for (int one = 0; one < stack_.state().rules->seats; ++one)
            values[at(one)] = final_value(stack_.state(), one, ply);
        return values;
    } else {
        const int value = end_to_thinker(ply);
        return is_own(seat) ? value : -value;
    }
}

// The moves of the last turn need not be played: the best of them changes the value by what it gains. Nothing if that
// cannot be told, or if a game may be won by it.
template <class Model>
std::optional<int> AlphaBeta<Model>::last_turn(int beta) {
    if (evaluator_.net()) return last_turn_with_net(beta);
    const int before = worth();
    if (std::abs(before) > decided) return std::nullopt;
    std::uint64_t count = 0;
    const auto best = evaluator_.best_promise(stack_.state(), count);
    if (!best) return std::nullopt;
    budget_.count(count);
    return before + *best - 2 * tempo;
}

template <class Model>
std::optional<int> AlphaBeta<Model>::last_turn_with_net(int beta) {
    PerSeat values;
    evaluator_.evaluate_written(stack_.state(), values);
    const int before = to_mover(to_thinker(values)) - 2 * tempo;
    if (std::abs(before) > decided) return std::nullopt;
    std::uint64_t count = 0;
    const auto best =
        evaluator_.best_promise_with_net(stack_.state(), stack_.net_sums(), beta - before, last_moves_, count);
    if (!best) return std::nullopt;
    budget_.count(count);
    return before + *best;
}

// ---- the tree ----

// A game is won in so many plies from a position, wherever it is met.
int to_stored(int value, int ply) { return value >= decided ? value + ply : value <= -decided ? value - ply : value; }
int from_stored(int value, int ply) { return value >= decided ? value - ply : value <= -decided ? value + ply : value; }

template <class Model>
auto AlphaBeta<Model>::search(int ply, int depth, int alpha, int beta) -> Value {
    auto& state = stack_.state();
    stack_[ply].line.clear();
    if (!budget_.spend(1, asks_)) return {};
    // Going round in circles gets nobody further, least of all the one who closes the circle.
    if constexpr (Model::two_race)
        if (repeats()) return worth() + turn;
    // What a lot decides is not searched: the position before it is valued as it is.
    if (depth <= 0 || ply >= deepest || state.now.phase == Phase::roll || repeats()) return worth();
    if constexpr (Model::for_everyone) {
        find_candidates(ply, 0);
        // Nobody can do better than to win at once.
        return try_moves(0, ply, depth, -4 * win, win - ply - 1);
    } else {
        if (Model::two_race && depth == 1 && evaluator_.adds_up() && !handicap_.any())
            if (const auto value = last_turn(beta)) return *value;
        const std::uint64_t key = Model::two_race && state.counted ? state.key : position_key(state);
        std::uint32_t hint = 0;
        if (const auto found = known_.find(key)) {
            hint = found->move;
            const int value = from_stored(found->value, ply);
            if (beta - alpha == 1 && found->depth >= depth &&
                (found->bound == Bound::exact || (found->bound == Bound::lower && value >= beta) ||
                 (found->bound == Bound::upper && value <= alpha)))
                return value;
        }
        find_candidates(ply, hint);
        const int seat = state.now.seat;
        const int value = try_moves(key, ply, depth, alpha, beta);
        // Somebody else may have been handed the turn to reply.
        if (Model::one_replies) stack_.hand_turn(seat);
        return value;
    }
}

template <class Model>
auto AlphaBeta<Model>::try_moves(std::uint64_t key, int ply, int depth, int alpha, int beta) -> Value {
    auto& here = stack_[ply];
    const int first_alpha = alpha;
    int best = -4 * win;
    Value found{};
    Candidate best_move;
    const std::size_t count = std::min(here.candidates.size(), enough(depth));
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate move = Model::for_everyone ? here.candidates[i] : MovePicker::pick(here.candidates, i);
        const Value tried = try_move(ply, move, i, depth, alpha, beta);
        if (budget_.over()) return {};
        int value = 0;
        if constexpr (Model::for_everyone)
            value = tried[at(move.seat)];
        else
            value = tried;
        if (value <= best) continue;
        best = value;
        found = tried;
        best_move = move;
        if (value > alpha) {
            alpha = value;
            // A line goes on only as it can be played: in turn.
            stack_.lead(ply, move, !Model::one_replies, here.line);
        }
        if (alpha >= beta) {
            if (!Model::for_everyone) picker_.reward(here.lists[at(move.seat)], move, depth, here.killers);
            break;
        }
    }
    if constexpr (!Model::for_everyone) {
        const Bound bound = best >= beta ? Bound::lower : best > first_alpha ? Bound::exact : Bound::upper;
        const auto mark = mark_of(here.lists[at(best_move.seat)], best_move.action, best_move.seat);
        known_.keep(key, {to_stored(best, ply), depth, bound, mark});
    }
    return found;
}

// Principal variation search: the first move is looked at with open bounds, the others only as far as it takes to see
// that they are not better, and late ones less deeply.
template <class Model>
auto AlphaBeta<Model>::try_move(int ply, const Candidate& move, std::size_t number, int depth, int alpha, int beta)
    -> Value {
    if constexpr (Model::for_everyone) {
        return play(ply, move, depth - 1, alpha, beta);
    } else {
        if (number == 0) return play(ply, move, depth - 1, alpha, beta);
        const int less = reduction(depth, number);
        int value = play(ply, move, depth - 1 - less, alpha, alpha + 1);
        if (less && value > alpha && !budget_.over()) value = play(ply, move, depth - 1, alpha, alpha + 1);
        if (value > alpha && value < beta && !budget_.over()) value = play(ply, move, depth - 1, alpha, beta);
        return value;
    }
}

// Plays a move and gives its value to the party that played it.
template <class Model>
auto AlphaBeta<Model>::play(int ply, const Candidate& move, int depth, int alpha, int beta) -> Value {
    auto& state = stack_.state();
    // Where one replies, it may be anybody.
    if (Model::one_replies) stack_.hand_turn(move.seat);
    stack_.play(ply, move);
    Value value{};
    if (state.now.phase == Phase::over) {
        budget_.spend(1, asks_);
        stack_[ply + 1].line.clear();
        value = end(move.seat, ply + 1);
    } else if constexpr (Model::for_everyone) {
        value = search(ply + 1, depth, alpha, beta);
    } else {
        const bool own = is_own(move.seat);
        if (!state.in_play(thinker_.seat)) {
            // Out or finished: the one who thinks does not act any more.
            budget_.spend(1, asks_);
            stack_[ply + 1].line.clear();
            value = own ? worth_to_thinker() : -worth_to_thinker();
        } else {
            if (Model::one_replies) pass_on(!own);
            value = own == is_own(state.now.actor) ? search(ply + 1, depth, alpha, beta)
                                                   : -search(ply + 1, depth, -beta, -alpha);
        }
    }
    stack_.take_back();
    return value;
}

// Where one replies it does not count whose turn it is: the side that thinks acts every other time, and otherwise any
// of the others, always the same one.
template <class Model>
void AlphaBeta<Model>::pass_on(bool to_thinker) {
    int seat = thinker_.seat;
    if (!to_thinker)
        for (int other = stack_.state().rules->seats - 1; other >= 0; --other)
            if (!is_own(other) && stack_.state().in_play(other)) seat = other;
    stack_.hand_turn(seat);
}

template <class Model>
void AlphaBeta<Model>::find_candidates(int ply, std::uint32_t hint) {
    auto& state = stack_.state();
    auto& here = stack_[ply];
    here.candidates.clear();
    const int seat = state.now.actor;
    const auto add = [&](int one) {
        picker_.add(state, one, is_own(one), hint, here.killers, here.lists[at(one)], here.candidates);
    };
    if (!Model::one_replies || seat == thinker_.seat) {
        add(seat);
    } else {
        for (int other = 0; other < state.rules->seats; ++other) {
            if (is_own(other) || !state.in_play(other)) continue;
            stack_.hand_turn(other);
            add(other);
        }
        stack_.hand_turn(seat);
    }
    if (Model::for_everyone) MovePicker::sort(here.candidates);
}

// How many moves are looked at where little depth is left: in a race the others gain less and are hardly ever better.
template <class Model>
std::size_t AlphaBeta<Model>::enough(int depth) const {
    if (depth > 5) return SIZE_MAX;
    if (Model::two_race) {
        if (!evaluator_.adds_up()) return SIZE_MAX;
        return static_cast<std::size_t>(question_.weights.search_fewest + question_.weights.search_more * depth);
    }
    // Who asks for one or two turns gets all of them.
    if (handicap_.any() || (question_.depth && question_.depth < 3)) return SIZE_MAX;
    return static_cast<std::size_t>((evaluator_.is_race() ? 8 : 24) + 6 * depth);
}

template <class Model>
int AlphaBeta<Model>::reduction(int depth, std::size_t number) {
    if (depth < 3 || number < Model::late) return 0;
    int less = number < Model::very_late ? 1 : 2;
    if constexpr (Model::two_race) less += number >= Model::last && depth > 5;
    return std::min(depth - 2, less);
}

// ---- threads ----

template <class Model>
Answer think(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    Transpositions known(
        std::min(static_cast<double>(budget.most_nodes()) / Model::nodes_per_entry, budget.most_seconds() * 1e6),
        Model::for_everyone ? 1 : question.table_megabytes);
    const auto look = [&](int number) {
        AlphaBeta<Model> tree(state, evaluator, known, budget, question, number);
        return Root(tree, budget, question, tree.habits(), number).think();
    };
    std::vector<std::thread> threads;
    // Who keeps nothing has nothing to share.
    const int count = Model::for_everyone ? 1 : question.threads;
    for (int number = 1; number < count; ++number) threads.emplace_back([&look, number] { look(number); });
    Answer answer = look(0);
    budget.stop();
    for (auto& thread : threads) thread.join();
    answer.nodes = budget.nodes();
    return answer;
}

}  // namespace

Answer search_two_sides(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    return think<TwoSides>(state, evaluator, budget, question);
}

Answer search_several(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question,
                      Others others) {
    if (Sides(*state.rules).count() < 3 || others == Others::paranoid)
        return think<Paranoid>(state, evaluator, budget, question);
    if (others == Others::max_n) return think<MaxN>(state, evaluator, budget, question);
    return think<BestReply>(state, evaluator, budget, question);
}

}  // namespace halma::engine
