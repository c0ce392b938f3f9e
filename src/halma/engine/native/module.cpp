// The opponents as Python sees them. Everything that thinks is in the headers beside this file.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "chance.hpp"
#include "native_state.hpp"
#include "race.hpp"
#include "search.hpp"
#include "several.hpp"

namespace nb = nanobind;
using namespace halma;
using namespace halma::engine;

namespace {

int sides_of(const Rules& rules) {
    Seats sides = 0;
    for (int seat = 0; seat < rules.seats; ++seat) sides |= seat_bit(rules.teams[static_cast<std::size_t>(seat)]);
    return std::popcount(sides);
}

// How many times as long a node takes at about as in the fastest games: races of two sides whose last turns are valued
// without being played. Levels use it to take as long in all games.
int slowness(const NativeState& given) {
    const auto& rules = *given.state.rules;
    if (rules.goal.word != GoalWord::home) return 250;
    return rules.quick_draw && sides_of(rules) < 3 ? 1 : 25;
}

constexpr std::uint64_t least_for_run = 20'000;

// A run of its own is searched first where nobody is in the way any more; further lines come from the search that the
// game has otherwise.
Answer answer_to(const State& state, Budget& budget, const Question& question) {
    const Evaluator evaluator(*state.rules, question.weakness, question.tuning);
    Answer run;
    if (has_passed(state, state.now.actor)) {
        // Even the weakest see how to come home, or they never would: that takes some thousand nodes.
        budget.allow(least_for_run);
        const bool brief = question.lines > 1 || question.weakness.blindness > 0;
        run = run_home(state, evaluator.race(), budget, brief ? 64 : 8192);
        if (!run.lines.empty()) {
            if (question.report && !budget.over()) question.report(run);
            if (question.lines < 2) return run;
        }
    }
    Answer answer;
    if (state.rules->dice != Dice::none)
        answer = search_chance(state, evaluator, budget, question);
    else if (evaluator.adds_up() && sides_of(*state.rules) < 3)
        answer = search_two_sides(state, evaluator, budget, question);
    else
        answer = search_several(state, evaluator, budget, question);
    if (run.lines.empty()) {
        evaluator.remaining(state, answer.remaining);
        return answer;
    }
    for (auto& line : answer.lines)
        if (static_cast<int>(run.lines.size()) < question.lines && !(line.moves[0] == run.lines[0].moves[0]))
            run.lines.push_back(std::move(line));
    run.nodes = answer.nodes;
    return run;
}

nb::tuple numbers(const PerSeat& values, int seats) {
    nb::list found;
    for (int seat = 0; seat < seats; ++seat) found.append(values[static_cast<std::size_t>(seat)]);
    return nb::tuple(found);
}

nb::tuple to_python(const Move& move) {
    nb::list captured;
    move.captured.each([&](int cell) { captured.append(cell); });
    return nb::make_tuple(static_cast<int>(move.action.kind), static_cast<int>(move.action.origin),
                          static_cast<int>(move.action.target), nb::tuple(captured));
}

nb::tuple to_python(const Answer& answer, int seats, double seconds) {
    nb::list lines;
    for (const auto& line : answer.lines) {
        nb::list moves;
        for (const auto& move : line.moves) moves.append(to_python(move));
        lines.append(nb::make_tuple(numbers(line.scores, seats), nb::tuple(moves)));
    }
    return nb::make_tuple(nb::tuple(lines), answer.depth, answer.nodes, seconds, numbers(answer.remaining, seats));
}

// Limits of 0 mean none. `stop` is a function that is asked now and then, or None; `report` likewise gets an answer
// after each depth.
nb::tuple think(const NativeState& given, std::uint64_t nodes, double seconds, int depth, int threads, int lines,
                std::uint64_t seed, const std::vector<int>& weakness, nb::object stop, nb::object report,
                const std::vector<double>& tuning, int others) {
    if (given.state.now.phase == Phase::over || given.state.now.phase == Phase::roll)
        throw nb::value_error("there is nothing to think about: the game is over or the dice are to be thrown");
    if (others < 0 || others > static_cast<int>(Others::foreseen)) throw nb::value_error("there is no such search");
    if (weakness.size() != 3) throw nb::value_error("a weakness has three numbers");
    const State state = given.state;
    const int seats = state.rules->seats;
    bool failed = false;
    Budget budget(nodes ? nodes : UINT64_MAX, seconds > 0 ? seconds : Budget::no_limit, [&] {
        nb::gil_scoped_acquire python;
        if (PyErr_CheckSignals()) return failed = true;
        if (stop.is_none()) return false;
        PyObject* wanted = PyObject_CallNoArgs(stop.ptr());
        if (!wanted) return failed = true;
        const int yes = PyObject_IsTrue(wanted);
        Py_DECREF(wanted);
        failed |= yes < 0;
        return yes != 0;
    });
    Question question;
    question.depth = depth;
    question.threads = std::clamp(threads, 1, 64);
    question.lines = lines;
    question.seed = seed;
    question.others = static_cast<Others>(others);
    question.weakness = {weakness[0], weakness[1], weakness[2]};
    question.tuning = Tuning::of(tuning);
    if (!report.is_none())
        question.report = [&](const Answer& answer) {
            nb::gil_scoped_acquire python;
            const nb::tuple told = to_python(answer, seats, budget.seconds());
            PyObject* done = PyObject_CallOneArg(report.ptr(), told.ptr());
            if (done)
                Py_DECREF(done);
            else
                failed = true, budget.stop();
        };
    Answer answer;
    {
        nb::gil_scoped_release others_may_run;
        answer = answer_to(state, budget, question);
    }
    if (failed) throw nb::python_error();
    return to_python(answer, seats, budget.seconds());
}

// What a position is worth to each seat at a glance; only differences between seats mean something.
nb::tuple evaluate(const NativeState& given) {
    PerSeat values;
    Evaluator(*given.state.rules).evaluate(given.state, values);
    return numbers(values, given.state.rules->seats);
}

}  // namespace

NB_MODULE(_native, module) {
    module.def("slowness", &slowness, nb::arg("state"));
    module.def("evaluate", &evaluate, nb::arg("state"));
    module.def("think", &think, nb::arg("state"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("depth"),
               nb::arg("threads"), nb::arg("lines"), nb::arg("seed"), nb::arg("weakness"), nb::arg("stop").none(),
               nb::arg("report").none(), nb::arg("tuning") = std::vector<double>{}, nb::arg("others") = 0);
}
