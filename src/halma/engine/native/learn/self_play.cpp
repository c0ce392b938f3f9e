#include "learn/self_play.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "eval/net_stack.hpp"
#include "search/choice.hpp"
#include "search/final_value.hpp"
#include "search/race.hpp"
#include "search/sides.hpp"

namespace halma::engine {

namespace {

constexpr std::uint16_t gone = UINT16_MAX;
// Both sides run alone: how well their ways home are looked for, alike for both.
constexpr std::size_t run_width = 32;
constexpr std::uint64_t run_nodes = 1'000'000;
// Nobody is as far ahead as this; what is worth more is a game that is over.
constexpr int most_score = 30'000;

std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
    return Random(seed * 0x9E3779B97F4A7C15u + number).next();
}

struct Choice {
    Action action;
    int score = 0;
};

// One game, which its number and the seed decide.
class SelfPlay {
   public:
    SelfPlay(const std::shared_ptr<const Rules>& rules, const Layout& layout, const PlayPlan& plan,
             std::uint64_t number, const std::atomic<bool>& over)
        : plan_(plan), layout_(layout), over_(over), state_(rules), random_(mixed(plan.seed, number)) {
        game_.number = number;
        const auto seats = static_cast<std::uint64_t>(rules->seats);
        const bool has_rival = static_cast<int>(random_.below(100)) < plan.rivalry;
        game_.learner = has_rival ? seat_bit(static_cast<int>(number % seats)) : static_cast<Seats>((1u << seats) - 1);
        // The same opening for every seat of the learner.
        Random chance(mixed(~plan.seed, number / seats));
        start(state_, 0);
        const int least = plan.opening_least, most = std::max(least, plan.opening_most);
        const int count = least + static_cast<int>(chance.below(static_cast<std::uint32_t>(most - least + 1)));
        for (int ply = 0; ply < count && state_.now.phase == Phase::move; ++ply) play_at_random(chance);
    }

    SampledGame play() {
        while (state_.now.phase == Phase::move && state_.now.turn < plan_.most_turns && !over_) {
            if (plan_.adjudicates && adjudicate()) return finished(Ended::adjudicated);
            if (legal(state_).size() == 1 || static_cast<int>(random_.below(100)) < plan_.blunders) {
                play_at_random(random_);
                continue;
            }
            const auto choice = choose(style());
            if (!choice) return finished(Ended::dropped);
            if (plan_.every && state_.now.turn % plan_.every == 0) {
                keep(*choice, Sample::searched);
                if (static_cast<int>(random_.below(100)) < plan_.strays) stray();
            }
            const ActionList list = legal(state_);
            apply(state_, list, choice->action);
        }
        const auto& result = state_.now.result;
        if (state_.now.phase != Phase::over || !result.placed || result.drawn) return finished(Ended::dropped);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(layout_.seats); ++seat)
            game_.places[seat] = static_cast<std::uint8_t>(result.places[seat]);
        PerSeat turns{};
        Evaluator(state_).remaining(state_, turns);
        for (int seat = 0; seat < layout_.seats; ++seat)
            if (game_.places[static_cast<std::size_t>(seat)] == 2) game_.margin = turns[static_cast<std::size_t>(seat)];
        return finished(Ended::played);
    }

   private:
    const Style& style() const { return has_seat(game_.learner, state_.now.actor) ? plan_.learner : plan_.rival; }

    void play_at_random(Random& random) {
        const ActionList list = legal(state_);
        apply(state_, list, list[random.below(static_cast<std::uint32_t>(list.size()))]);
    }

    SampledGame finished(Ended ended) {
        game_.ended = ended;
        game_.turns = state_.now.turn;
        return std::move(game_);
    }

    // Where two run alone it is known how the game ends.
    bool adjudicate() {
        if (layout_.seats != 2 || !has_passed(state_, 0) || !has_passed(state_, 1)) return false;
        const Evaluator evaluator(state_);
        std::array<int, 2> turns{};
        for (std::size_t seat = 0; seat < 2; ++seat) {
            Budget budget(run_nodes, Budget::no_limit, nullptr);
            turns[seat] = best_run(state_, static_cast<int>(seat), evaluator.race(), budget, run_width).turns;
            if (turns[seat] == unknown) return false;
        }
        const std::size_t own = state_.now.actor, other = 1 - own;
        const std::size_t winner = turns[own] <= turns[other] ? own : other;
        game_.places[winner] = 1;
        game_.places[1 - winner] = 2;
        game_.margin = turns[1 - winner] - turns[winner] + (winner == own ? 1 : 0);
        return true;
    }

    std::optional<Choice> choose(const Style& style) {
        return style.nodes || style.seconds > 0 ? search(style) : glance(style);
    }

    std::optional<Choice> search(const Style& style) {
        Question question;
        question.net = style.net;
        question.seed = random_.next();
        Budget budget(style.nodes ? style.nodes : UINT64_MAX, style.seconds > 0 ? style.seconds : Budget::no_limit,
                      [this] { return over_.load(); });
        // The way home is not looked for: where it begins, the game is decided.
        const Answer answer = searched(state_, Evaluator(state_, {}, {}, style.net), budget, question);
        const ActionList list = legal(state_);
        for (const auto& action : list)
            if (move_of(list, action) == answer.lines[0].moves[0])
                return Choice{action, answer.lines[0].scores[static_cast<std::size_t>(state_.now.actor)]};
        return std::nullopt;
    }

    int off() {
        return plan_.noise
                   ? static_cast<int>(random_.below(static_cast<std::uint32_t>(2 * plan_.noise + 1))) - plan_.noise
                   : 0;
    }

    // What every move leads to, without looking any further.
    std::optional<Choice> glance(const Style& style) {
        const Evaluator evaluator(state_, {}, {}, style.net);
        if (style.net && evaluator.has_plain_moves(state_)) return glance_at_plain_moves(evaluator);
        const Sides sides(*state_.rules);
        const int seat = state_.now.actor;
        const ActionList list = legal(state_);
        NetSums sums(evaluator.net());
        std::optional<Choice> best;
        int most = 0;
        for (const auto& action : list) {
            apply(state_, list, action);
            sums.go_on(state_);
            int score = 0;
            if (state_.now.phase == Phase::over) {
                score = final_value(state_, seat, 1);
            } else {
                PerSeat values;
                evaluator.evaluate_written(state_, values);
                if (style.net) evaluator.add_net(state_, sums.of(state_), values);
                score = sides.relative(state_, values, seat);
                // Nobody goes round in circles.
                if (state_.counted) score -= 3 * turn * (state_.seen.occurrences(state_.key) - 1);
            }
            undo(state_);
            sums.go_back();
            const int seen = score + off();
            if (best && seen <= most) continue;
            most = seen;
            best = Choice{action, score};
        }
        return best;
    }

    std::optional<Choice> glance_at_plain_moves(const Evaluator& evaluator) {
        evaluator.race().plain_moves(state_, moves_);
        if (moves_.empty()) return std::nullopt;
        sums_.resize(evaluator.net()->width());
        evaluator.net()->sum_up(state_, sums_.data());
        PerSeat values;
        evaluator.evaluate_written(state_, values);
        const std::size_t own = state_.now.actor;
        const int before = values[own] - values[1 - own];
        Choice best;
        int most = -most_score * 2;
        for (const auto& move : moves_) {
            int score = before + evaluator.promise_with_net(state_, sums_.data(), move);
            if (is_back(move)) score -= 3 * turn;
            const int seen = score + off();
            if (seen <= most) continue;
            most = seen;
            best.score = score;
            best.action.kind = ActionKind::hop;
            best.action.origin = static_cast<std::int16_t>(move.origin);
            best.action.target = static_cast<std::int16_t>(move.target);
        }
        return best;
    }

    // Whether a move takes back what its seat has just played.
    bool is_back(const PlainMove& move) const {
        if (state_.past.size() < 2) return false;
        const auto& record = state_.past[state_.past.size() - 2];
        return record.origin == move.target && record.target == move.origin;
    }

    void keep(const Choice& choice, int flags) {
        if (std::abs(choice.score) > most_score) return;
        Sample sample;
        sample.flags = static_cast<std::uint8_t>(flags);
        sample.turn = state_.now.turn;
        sample.actor = state_.now.actor;
        sample.score = choice.score;
        Evaluator(state_, {}, {}, plan_.learner.net).evaluate_written(state_, sample.written);
        for (std::size_t code = 1; code <= layout_.armies.size(); ++code) {
            const auto begin = static_cast<std::ptrdiff_t>(sample.cells.size());
            state_.standing[code].each([&](int cell) { sample.cells.push_back(static_cast<std::uint16_t>(cell)); });
            const auto most = begin + layout_.armies[code - 1];
            sample.cells.resize(static_cast<std::size_t>(most), gone);
        }
        game_.samples.push_back(std::move(sample));
    }

    // One or two random moves away from the game, where its own positions never are.
    void stray() {
        const int steps = 1 + static_cast<int>(random_.below(2));
        int made = 0;
        for (; made < steps && state_.now.phase == Phase::move; ++made) play_at_random(random_);
        if (state_.now.phase == Phase::move && legal(state_).size() > 1)
            if (const auto choice = choose(plan_.learner)) keep(*choice, Sample::searched | Sample::stray);
        for (; made > 0; --made) undo(state_);
    }

    const PlayPlan& plan_;
    const Layout& layout_;
    const std::atomic<bool>& over_;
    State state_;
    Random random_;
    SampledGame game_;
    std::vector<PlainMove> moves_;
    std::vector<std::int16_t> sums_;
};

}  // namespace

std::vector<SampledGame> self_play(const std::shared_ptr<const Rules>& rules, const PlayPlan& plan,
                                   const std::function<bool()>& stop) {
    using namespace std::chrono_literals;
    const Layout layout(*rules);
    std::vector<std::optional<SampledGame>> games(plan.games);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> over{false};
    std::mutex guard;
    std::condition_variable one_is_done;
    int working = plan.threads;
    const auto work = [&] {
        for (std::size_t i = next++; i < games.size() && !over; i = next++) {
            auto game = SelfPlay(rules, layout, plan, plan.first + i, over).play();
            if (!over) games[i] = std::move(game);
        }
        const std::lock_guard lock(guard);
        --working;
        one_is_done.notify_one();
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < plan.threads; ++i) threads.emplace_back(work);
    for (std::unique_lock lock(guard); working;) {
        one_is_done.wait_for(lock, 100ms);
        lock.unlock();
        if (stop && stop()) over = true;
        lock.lock();
    }
    for (auto& thread : threads) thread.join();
    std::vector<SampledGame> found;
    for (auto& game : games)
        if (game) found.push_back(std::move(*game));
    return found;
}

}  // namespace halma::engine
