// Which search answers a question: by the words of the rules and by how far the game has got.
#pragma once

#include "search/chance.hpp"
#include "search/race.hpp"
#include "search/search.hpp"
#include "search/several.hpp"

namespace halma::engine {

inline int sides_of(const Rules& rules) {
    Seats sides = 0;
    for (int seat = 0; seat < rules.seats; ++seat) sides |= seat_bit(rules.teams[static_cast<std::size_t>(seat)]);
    return std::popcount(sides);
}

// How many times as long a node takes at about as in the fastest games: races of two sides whose last turns are valued
// without being played. Levels use it to take as long in all games.
inline int slowness(const Rules& rules) {
    if (rules.goal.word != GoalWord::home) return 250;
    return rules.quick_draw && rules.seats < 3 ? 1 : 25;
}

// Whether two sides race and nothing else counts. Weak players see no further than that anywhere.
inline bool is_race_of_two(const State& state, const Evaluator& evaluator, const Question& question) {
    if (!evaluator.is_plain_race() || sides_of(*state.rules) > 2) return false;
    const bool weak = question.weakness.blindness > 0;
    return question.others == Others::usual && (weak || !never_goes_back(*state.rules));
}

// A run of its own is searched first where nobody is in the way any more; further lines come from the search that the
// game has otherwise.
inline Answer answer_to(const State& state, Budget& budget, const Question& given) {
    Question question = given;
    const Evaluator evaluator(state, question.weakness, question.weights);
    // The only move there is needs no thought.
    State copy = state;
    const bool forced = legal(copy).size() == 1;
    if (forced) question.depth = 1;
    Answer run;
    if (!forced && has_passed(state, state.now.actor)) {
        const bool brief = question.lines > 1 || question.weakness.blindness > 0;
        run = run_home(state, evaluator.race(), budget, brief ? compared_width : 8192);
        if (!run.lines.empty()) {
            if (question.report && !budget.over()) question.report(run);
            if (question.lines < 2) return run;
        }
    }
    Answer answer;
    if (state.rules->dice != Dice::none)
        answer = search_chance(state, evaluator, budget, question);
    else if (is_race_of_two(state, evaluator, question))
        answer = search_two_sides(state, evaluator, budget, question);
    else
        answer = search_several(state, evaluator, budget, question);
    if (run.lines.empty()) {
        evaluator.remaining(state, answer.remaining);
        return answer;
    }
    // A search counts otherwise than a run: what its lines differ by is taken from the run.
    const Line first = run.lines[0];
    const PerSeat searched = answer.lines[0].scores;
    for (auto& line : answer.lines) {
        if (static_cast<int>(run.lines.size()) >= question.lines || line.moves[0] == first.moves[0]) continue;
        for (std::size_t seat = 0; seat < most_seats; ++seat)
            if (std::max({std::abs(line.scores[seat]), std::abs(first.scores[seat]), std::abs(searched[seat])}) <
                decided)
                line.scores[seat] += first.scores[seat] - searched[seat];
        run.lines.push_back(std::move(line));
    }
    run.nodes += answer.nodes;
    return run;
}

}  // namespace halma::engine
