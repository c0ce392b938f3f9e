// Games of several sides without dice, and all goals that are not races: three ways to think about the others.
//
// Paranoid: all others play against the side that thinks, so that two values and their bounds suffice; with two sides
// that is plain alpha-beta. Best reply: only the one of the others who hurts most answers, so that the side that thinks
// looks twice as far. Max-n: everybody plays for himself.
#pragma once

#include "search/handicap.hpp"
#include "search/repetition_guard.hpp"
#include "search/sides.hpp"

namespace halma::engine {

class MultiSearch {
   public:
    MultiSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question, Others others)
        : state_(state),
          evaluator_(evaluator),
          budget_(budget),
          question_(question),
          others_(others),
          sides_(*state.rules),
          handicap_(question),
          repetition_guard_(state, state.now.actor),
          known_(std::min(static_cast<double>(budget.most_nodes()) / 2, budget.most_seconds() * 1e6),
                 question.table_megabytes),
          history_(most_seats * (most_cells + 1), 0) {
        if (sides_.count() < 3) others_ = Others::paranoid;
    }

    Answer think() {
        Answer answer;
        prepare_root();
        collect(answer);
        const int most = question_.depth ? std::min(question_.depth, deepest) : deepest;
        for (int depth = 1; depth <= most && root_.size() > 1; ++depth) {
            search_root(depth);
            if (budget_.over()) {
                // Values of different depths cannot be compared: several lines stay as they were when the last depth
                // was finished. A single one counts at once.
                if (question_.lines < 2) collect(answer);
                break;
            }
            answer.depth = depth;
            collect(answer);
            if (question_.report) question_.report(answer);
            if (std::abs(root_[0].value) >= decided) break;
        }
        answer.nodes = budget_.nodes();
        return answer;
    }

   private:
    struct RootMove {
        Action action;
        int value = 0;
        int misjudged = 0;
        int stale = 0;  // what it costs to come back to a position that was there before
        std::vector<Move> line;
    };
    struct Candidate {
        Action action;
        int seat = 0;
        int order = 0;
    };
    struct Ply {
        std::array<ActionList, most_seats> lists;  // by the seat that plays
        std::vector<Candidate> candidates;
        std::vector<int> promises;
        std::array<std::uint32_t, 2> killers{};
        std::vector<Move> line;
    };
    using Values = PerSeat;

    // ---- the root ----

    void prepare_root() {
        auto& here = plies_[0];
        find_candidates(here, thinker_.seat, 0, true);
        sort(here);
        const bool stuck = is_stuck(state_, here.lists[at(thinker_.seat)]);
        for (const auto& one : here.candidates) {
            const auto& list = here.lists[at(one.seat)];
            apply(state_, list, one.action);
            const int before = state_.counted ? state_.seen.occurrences(state_.key) - 1 : 0;
            undo(state_);
            const int stale = stuck ? 0
                                    : turn / 2 * before +
                                          turn / 4 * repetition_guard_.visits(state_, list, one.action, thinker_.seat);
            root_.push_back(
                {one.action, 0, handicap_.misjudges(state_, list, one.action), stale, {move_of(list, one.action)}});
        }
        keep_going(state_, evaluator_, here.lists[at(thinker_.seat)], root_);
        // At a glance, until the first depth is finished.
        for (std::size_t i = 0; i < (question_.lines > 1 ? root_.size() : 1); ++i)
            root_[i].value = glance(root_[i].action);
        if (question_.lines > 1) sort_root(root_.size());
    }

    // What a move is worth without looking any further.
    int glance(const Action& action) {
        apply(state_, plies_[0].lists[at(thinker_.seat)], action);
        const int value = state_.now.phase == Phase::over ? end_value(1) : evaluate();
        undo(state_);
        return value;
    }

    void sort_root(std::size_t count) {
        std::stable_sort(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(count),
                         [](const RootMove& one, const RootMove& other) { return one.value > other.value; });
    }

    // Looks at all moves one turn further. What was finished when the budget ends counts.
    void search_root(int depth) {
        int best = -4 * win;
        const auto lines = static_cast<std::size_t>(std::max(1, question_.lines));
        // With several lines wanted, values below the last of them need not be exact.
        std::vector<int> leading;
        std::size_t finished = 0;
        for (std::size_t i = 0; i < root_.size(); ++i) {
            auto& move = root_[i];
            const int bar = leading.size() < lines ? -2 * win : leading[lines - 1];
            int value = 0;
            if (leading.size() < lines || handicap_.any()) {
                value = play_root(move.action, depth - 1, handicap_.any() ? -2 * win : bar, 2 * win);
            } else {
                const int less = depth > 2 && i > 6 ? 1 : 0;
                value = play_root(move.action, depth - 1 - less, bar, bar + 1);
                if (value > bar && !budget_.over()) value = play_root(move.action, depth - 1, bar, 2 * win);
            }
            if (budget_.over()) break;
            ++finished;
            if (std::abs(value) < decided) value += move.misjudged - move.stale;
            move.value = value > bar || leading.size() < lines ? value : std::min(value, bar);
            leading.insert(std::upper_bound(leading.begin(), leading.end(), move.value, std::greater<>()), move.value);
            if (value <= best && leading.size() > lines && value <= bar) continue;
            best = std::max(best, value);
            move.line.assign(1, move_of(plies_[0].lists[at(thinker_.seat)], move.action));
            move.line.insert(move.line.end(), plies_[1].line.begin(), plies_[1].line.end());
        }
        // A move that was not looked at to the end says nothing; it comes after those that were.
        sort_root(finished);
    }

    int play_root(const Action& action, int depth, int alpha, int beta) {
        if (others_ != Others::max_n) return play(0, {action, thinker_.seat, 0}, depth, alpha, beta);
        Values values;
        play_for_all(0, action, thinker_.seat, depth, values);
        return values[at(thinker_.seat)];
    }

    void collect(Answer& answer) {
        const auto lines = std::min(root_.size(), static_cast<std::size_t>(std::max(1, question_.lines)));
        answer.lines.clear();
        for (std::size_t i = 0; i < lines; ++i) {
            Line line;
            line.moves = root_[i].line;
            if (others_ == Others::best_reply) keep_playable(line.moves);
            sides_.tell(state_, evaluator_, thinker_.seat, root_[i].value, line.scores);
            answer.lines.push_back(std::move(line));
        }
        answer.nodes = budget_.nodes();
    }

    // Where only one of the others replies, a line goes on with somebody whose turn it is not: what is told of it ends
    // there.
    void keep_playable(std::vector<Move>& line) const {
        State state = state_;
        std::size_t count = 0;
        for (; count < line.size() && state.now.phase != Phase::over; ++count) {
            const ActionList list = legal(state);
            const auto played = std::find_if(
                list.begin(), list.end(), [&](const Action& action) { return move_of(list, action) == line[count]; });
            if (played == list.end()) break;
            apply(state, list, *played);
        }
        line.resize(count);
    }

    // ---- moves ----

    // Lets a seat be the next one, whoever's turn it is: the best reply may come from anybody.
    void hand_turn(int seat) {
        if (state_.now.seat == seat && state_.now.actor == seat) return;
        state_.now.seat = state_.now.actor = static_cast<std::uint8_t>(seat);
        state_.actions_known = false;
    }

    static std::uint32_t mark_of(const ActionList& list, const Action& action, int seat) {
        const auto captured = action.captured ? list.captured(action).mixed() >> 57 : 0;
        return static_cast<std::uint32_t>(action.origin + 1) | static_cast<std::uint32_t>(action.target + 1) << 9 |
               static_cast<std::uint32_t>(action.kind) << 18 | static_cast<std::uint32_t>(seat) << 22 |
               static_cast<std::uint32_t>(captured) << 25;
    }

    std::int32_t& history_of(int seat, const Action& action) {
        return history_[at(seat) * (most_cells + 1) + at(action.target)];
    }

    // Adds the moves of a seat, which has been handed the turn. Of moves without hope only the first is kept, if there
    // are no others.
    void add_candidates(Ply& here, int seat, std::uint32_t hint) {
        auto& list = here.lists[at(seat)];
        list.clear();
        add_legal(state_, list);
        evaluator_.promises(state_, list, here.promises);
        const bool own = sides_.same(seat, thinker_.seat);
        const std::size_t first = here.candidates.size();
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto& action = list[i];
            if (here.promises[i] == hopeless || (handicap_.any() && handicap_.overlooks(state_, list, action, own)))
                continue;
            const auto mark = mark_of(list, action, seat);
            int order = 16 * here.promises[i];
            if (action.target >= 0) order += history_of(seat, action);
            if (mark == here.killers[0] || mark == here.killers[1]) order += 16 * turn;
            if (mark == hint) order = 2'000'000'000;
            here.candidates.push_back({action, seat, order});
        }
        if (here.candidates.size() == first && !list.empty()) here.candidates.push_back({list[0], seat, 0});
    }

    void find_candidates(Ply& here, int seat, std::uint32_t hint, bool only_seat) {
        here.candidates.clear();
        if (only_seat || others_ != Others::best_reply || seat == thinker_.seat) {
            add_candidates(here, seat, hint);
            return;
        }
        const int canonical = state_.now.seat;
        for (int other = 0; other < state_.rules->seats; ++other) {
            if (sides_.same(other, thinker_.seat) || !state_.in_play(other)) continue;
            hand_turn(other);
            add_candidates(here, other, hint);
        }
        hand_turn(canonical);
    }

    static void sort(Ply& here) {
        std::stable_sort(here.candidates.begin(), here.candidates.end(),
                         [](const Candidate& one, const Candidate& other) { return one.order > other.order; });
    }

    // How many moves are looked at where little depth is left: in a race the others gain less. Who asks for one or two
    // turns gets all of them.
    std::size_t enough(int depth) const {
        if (handicap_.any() || depth > 5 || (question_.depth && question_.depth < 3)) return SIZE_MAX;
        return static_cast<std::size_t>((evaluator_.is_race() ? 8 : 24) + 6 * depth);
    }

    // ---- two parties: the side that thinks and all others ----

    int evaluate() const {
        PerSeat values;
        evaluator_.evaluate(state_, values);
        return sides_.relative(state_, values, thinker_.seat) - evaluator_.impatience(state_, thinker_);
    }

    // What the end of a game is worth to the side that thinks.
    int end_value(int ply) const {
        return state_.now.result.drawn ? evaluator_.draw() : final_value(state_, thinker_.seat, ply);
    }

    bool thinking_side() const { return sides_.same(state_.now.actor, thinker_.seat); }

    // Plays a move and gives its value to the party that played it.
    int play(int ply, const Candidate& move, int depth, int alpha, int beta) {
        auto& here = plies_[at(ply)];
        hand_turn(move.seat);
        const bool own = sides_.same(move.seat, thinker_.seat);
        apply(state_, here.lists[at(move.seat)], move.action);
        int value = 0;
        if (state_.now.phase == Phase::over) {
            budget_.spend(1);
            plies_[at(ply + 1)].line.clear();
            value = end_value(ply + 1);
            if (!own) value = -value;
        } else if (!state_.in_play(thinker_.seat)) {
            // Out or finished: it does not act any more.
            budget_.spend(1);
            plies_[at(ply + 1)].line.clear();
            value = own ? evaluate() : -evaluate();
        } else {
            if (others_ == Others::best_reply) hand_turn(own ? first_other() : thinker_.seat);
            value =
                own == thinking_side() ? search(ply + 1, depth, alpha, beta) : -search(ply + 1, depth, -beta, -alpha);
        }
        undo(state_);
        return value;
    }

    // Any of the others, always the same one: whose turn it is does not count when only one of them replies.
    int first_other() const {
        for (int seat = 0; seat < state_.rules->seats; ++seat)
            if (!sides_.same(seat, thinker_.seat) && state_.in_play(seat)) return seat;
        return thinker_.seat;
    }

    int search(int ply, int depth, int alpha, int beta) {
        auto& here = plies_[at(ply)];
        here.line.clear();
        if (!budget_.spend(1)) return 0;
        const bool own = thinking_side();
        // What a lot decides is not searched: the position before it is valued as it is.
        const bool by_lot = state_.now.phase == Phase::roll;
        if (depth <= 0 || ply >= deepest || by_lot) return own ? evaluate() : -evaluate();
        const std::uint64_t key = position_key(state_);
        // Going round in circles gets nobody further.
        if (state_.counted && state_.seen.occurrences(state_.key) > 1) return own ? evaluate() : -evaluate();
        std::uint32_t hint = 0;
        if (const auto found = known_.find(key)) {
            hint = found->move;
            const int value = from_stored(found->value, ply);
            if (beta - alpha == 1 && found->depth >= depth &&
                (found->bound == Bound::exact || (found->bound == Bound::lower && value >= beta) ||
                 (found->bound == Bound::upper && value <= alpha)))
                return value;
        }
        const auto kept = state_.now;
        find_candidates(here, state_.now.seat, hint, false);
        const int value = try_moves(here, key, ply, depth, alpha, beta);
        state_.now = kept;
        state_.actions_known = false;
        return value;
    }

    int try_moves(Ply& here, std::uint64_t key, int ply, int depth, int alpha, int beta) {
        const int first_alpha = alpha;
        int best = -4 * win;
        Candidate best_move;
        const std::size_t count = std::min(here.candidates.size(), enough(depth));
        for (std::size_t i = 0; i < count; ++i) {
            const auto first = here.candidates.begin() + static_cast<std::ptrdiff_t>(i);
            std::iter_swap(
                first, std::max_element(first, here.candidates.end(),
                                        [](const auto& one, const auto& other) { return one.order < other.order; }));
            const Candidate move = here.candidates[i];
            int value = 0;
            if (i == 0) {
                value = play(ply, move, depth - 1, alpha, beta);
            } else {
                const int less = depth < 3 || i < 4 ? 0 : std::min(depth - 2, i < 14 ? 1 : 2);
                value = play(ply, move, depth - 1 - less, alpha, alpha + 1);
                if (less && value > alpha && !budget_.over()) value = play(ply, move, depth - 1, alpha, alpha + 1);
                if (value > alpha && value < beta && !budget_.over()) value = play(ply, move, depth - 1, alpha, beta);
            }
            if (budget_.over()) return 0;
            if (value <= best) continue;
            best = value;
            best_move = move;
            if (value > alpha) {
                alpha = value;
                const auto& rest = plies_[at(ply + 1)].line;
                here.line.assign(1, move_of(here.lists[at(move.seat)], move.action));
                // A line goes on only as it can be played: in turn.
                if (others_ != Others::best_reply) here.line.insert(here.line.end(), rest.begin(), rest.end());
            }
            if (alpha >= beta) {
                reward(here, move, depth);
                break;
            }
        }
        const Bound bound = best >= beta ? Bound::lower : best > first_alpha ? Bound::exact : Bound::upper;
        known_.keep(key, {to_stored(best, ply), depth, bound,
                          mark_of(here.lists[at(best_move.seat)], best_move.action, best_move.seat)});
        return best;
    }

    void reward(Ply& here, const Candidate& move, int depth) {
        const auto mark = mark_of(here.lists[at(move.seat)], move.action, move.seat);
        if (here.killers[0] != mark) here.killers = {mark, here.killers[0]};
        if (move.action.target < 0) return;
        auto& entry = history_of(move.seat, move.action);
        entry += depth * depth;
        if (entry > 16 * turn)
            for (auto& one : history_) one /= 2;
    }

    static int to_stored(int value, int ply) {
        return value >= decided ? value + ply : value <= -decided ? value - ply : value;
    }
    static int from_stored(int value, int ply) {
        return value >= decided ? value - ply : value <= -decided ? value + ply : value;
    }

    // ---- everybody for himself ----

    void play_for_all(int ply, const Action& action, int seat, int depth, Values& values) {
        apply(state_, plies_[at(ply)].lists[at(seat)], action);
        if (state_.now.phase == Phase::over) {
            budget_.spend(1);
            plies_[at(ply + 1)].line.clear();
            for (int one = 0; one < state_.rules->seats; ++one) values[at(one)] = final_value(state_, one, ply + 1);
        } else {
            search_for_all(ply + 1, depth, values);
        }
        undo(state_);
    }

    void search_for_all(int ply, int depth, Values& values) {
        auto& here = plies_[at(ply)];
        here.line.clear();
        values = {};
        if (!budget_.spend(1)) return;
        const bool by_lot = state_.now.phase == Phase::roll;
        if (depth <= 0 || ply >= deepest || by_lot || (state_.counted && state_.seen.occurrences(state_.key) > 1)) {
            PerSeat found;
            evaluator_.evaluate(state_, found);
            for (int seat = 0; seat < state_.rules->seats; ++seat)
                values[at(seat)] = sides_.relative(state_, found, seat);
            return;
        }
        const int seat = state_.now.seat;
        find_candidates(here, seat, 0, true);
        sort(here);
        const std::size_t count = std::min(here.candidates.size(), enough(depth));
        int best = -4 * win;
        for (std::size_t i = 0; i < count; ++i) {
            const Candidate move = here.candidates[i];
            Values found;
            play_for_all(ply, move.action, seat, depth - 1, found);
            if (budget_.over()) return;
            if (found[at(seat)] <= best) continue;
            best = found[at(seat)];
            values = found;
            const auto& rest = plies_[at(ply + 1)].line;
            here.line.assign(1, move_of(here.lists[at(seat)], move.action));
            here.line.insert(here.line.end(), rest.begin(), rest.end());
            // Nobody can do better than to win at once.
            if (best >= win - ply - 1) break;
        }
    }

    State state_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Question& question_;
    Others others_;
    Sides sides_;
    Handicap handicap_;
    Thinker thinker_ = thinker_of(state_);
    RepetitionGuard repetition_guard_;
    Transpositions known_;
    std::vector<RootMove> root_;
    std::array<Ply, deepest + 2> plies_;
    std::vector<std::int32_t> history_;
};

}  // namespace halma::engine
