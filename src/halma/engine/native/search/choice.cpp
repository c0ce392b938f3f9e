#include "search/choice.hpp"

#include "search/alpha_beta.hpp"
#include "search/beam_search.hpp"
#include "search/expectimax.hpp"
#include "search/finish.hpp"
#include "search/handicap.hpp"
#include "search/playouts.hpp"
#include "search/race.hpp"
#include "search/sides.hpp"

namespace halma::engine {

namespace {

// Many seats get in each other's way: who has the time to plan far ahead clears the own home and slips through before
// the jam. With little time, and against two others who answer every plan, the best reply is the better guide.
// Measured by benchmarks/several.py.
constexpr std::uint64_t enough_to_plan = 200'000;

// Whether two sides race and nothing else counts. Weak players see no further than that anywhere.
bool is_race_of_two(const State& state, const Evaluator& evaluator, const Question& question) {
    if (!evaluator.is_plain_race() || Sides(*state.rules).count() > 2) return false;
    const bool weak = question.weakness.any();
    return question.others == Others::usual && (weak || !never_goes_back(*state.rules));
}

Others usual_others(const State& state, const Evaluator& evaluator, const Budget& budget, const Question& question) {
    const auto& rules = *state.rules;
    const int sides = Sides(rules).count();
    if (never_goes_back(rules)) return Others::playouts;
    if (sides < 3) return Others::paranoid;
    if (!evaluator.is_race()) return Others::max_n;
    const bool weak = question.weakness.any();
    return sides > 3 && !weak && budget.most_nodes() >= enough_to_plan ? Others::beam : Others::best_reply;
}

// Adds further lines of a search to a run. A search counts otherwise than a run: what its lines differ by is taken
// from the run.
void add_lines(Answer& run, Answer&& searched, const Question& question) {
    const Line first = run.lines[0];
    const PerSeat best = searched.lines[0].scores;
    for (auto& line : searched.lines) {
        if (static_cast<int>(run.lines.size()) >= question.lines || line.moves[0] == first.moves[0]) continue;
        for (std::size_t seat = 0; seat < most_seats; ++seat)
            if (std::max({std::abs(line.scores[seat]), std::abs(first.scores[seat]), std::abs(best[seat])}) < decided)
                line.scores[seat] += first.scores[seat] - best[seat];
        run.lines.push_back(std::move(line));
    }
    run.nodes += searched.nodes;
}

}  // namespace

int slowness(const Rules& rules) {
    if (rules.goal.word != GoalWord::home) return 250;
    return rules.quick_draw && rules.seats < 3 ? 1 : 25;
}

Answer searched(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question) {
    if (state.rules->dice != Dice::none) return Expectimax(state, evaluator, budget, question).think();
    if (is_race_of_two(state, evaluator, question)) return search_two_sides(state, evaluator, budget, question);
    const Others others =
        question.others == Others::usual ? usual_others(state, evaluator, budget, question) : question.others;
    if (others == Others::beam) return BeamSearch(state, evaluator, budget, question).think();
    if (others == Others::playouts) return PlayoutSearch(state, evaluator, budget, question).think();
    return search_several(state, evaluator, budget, question, others);
}

Answer answer_to(const State& state, Budget& budget, const Question& given) {
    Question question = given;
    const Evaluator evaluator(state, question.weakness, question.weights, question.net);
    // The only move there is needs no thought.
    State copy = state;
    const bool forced = legal(copy).size() == 1;
    if (forced) question.depth = 1;
    // Told with every report, so that what a lead is worth can be told too.
    PerSeat remaining = Answer{}.remaining;
    evaluator.remaining(state, remaining);
    if (given.report)
        question.report = [&given, &remaining](const Answer& found) {
            Answer told = found;
            told.remaining = remaining;
            given.report(told);
        };
    // A run of its own is searched first where nobody is in the way any more, and the shortest way home where the race
    // is decided; further lines come from the search that the game has otherwise.
    Answer run;
    if (!forced && Handicap(question).plans_way_home(state, evaluator)) {
        const bool brief = question.lines > 1 || question.weakness.any();
        run = has_passed(state, state.now.actor)
                  ? run_home(state, evaluator.race(), budget, brief ? compared_width : widest_run)
                  : bring_home(state, evaluator, budget, question);
        if (!run.lines.empty()) {
            remaining = run.remaining;
            if (question.report && !budget.over()) question.report(run);
            if (question.lines < 2) return run;
        }
    }
    Answer answer = searched(state, evaluator, budget, question);
    if (run.lines.empty()) {
        answer.remaining = remaining;
        return answer;
    }
    add_lines(run, std::move(answer), question);
    return run;
}

}  // namespace halma::engine
