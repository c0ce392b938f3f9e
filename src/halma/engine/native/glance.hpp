// One action ahead: the action after which the position is worth most to whoever plays it.
#pragma once

#include "answer.hpp"
#include "budget.hpp"
#include "evaluation.hpp"

namespace halma::engine {

inline Answer glance(const State& given, const Evaluator& evaluator, Budget& budget, const Question& question) {
    State state = given;
    const ActionList list = legal(state);
    const auto seat = static_cast<std::size_t>(state.now.actor);
    Answer answer;
    for (const auto& action : list) {
        Line line;
        line.moves.push_back(move_of(list, action));
        apply(state, list, action);
        evaluator.evaluate(state, line.scores);
        if (state.now.phase == Phase::over && state.now.result.placed && !state.now.result.drawn)
            line.scores[seat] = state.now.result.places[seat] == 1 ? win - 1 : 1 - win;
        undo(state);
        answer.lines.push_back(std::move(line));
        if (!budget.spend(1)) break;
    }
    std::stable_sort(answer.lines.begin(), answer.lines.end(),
                     [&](const Line& one, const Line& other) { return one.scores[seat] > other.scores[seat]; });
    answer.lines.resize(std::min(answer.lines.size(), static_cast<std::size_t>(std::max(1, question.lines))));
    answer.depth = 1;
    answer.nodes = budget.nodes();
    return answer;
}

}  // namespace halma::engine
