// The opponents as Python sees them. What thinks is in the folders beside this file.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "eval/evaluation.hpp"
#include "learn/self_play.hpp"
#include "native_state.hpp"
#include "search/choice.hpp"
#include "search/race.hpp"

namespace nb = nanobind;
using namespace halma;
using namespace halma::engine;

namespace {

int slowness_of(const NativeState& given) { return slowness(*given.state.rules); }

nb::str text(std::string_view given) { return nb::str(given.data(), given.size()); }

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

// The default weights with those changed that are given by name.
Weights weights_of(const nb::dict& given) {
    Weights made;
    for (auto [name, value] : given) {
        const char* called = nb::cast<const char*>(name);
        if (!made.set(called, nb::cast<double>(value)))
            throw nb::value_error((std::string("there is no weight called ") + called).c_str());
    }
    return made;
}

// A net as Python holds it.
struct NativeNet {
    std::shared_ptr<const Net> net;
};

// Who has one that does not fit has not asked.
std::shared_ptr<const Net> net_for(const NativeNet* given, const NativeState& state) {
    if (!given) return nullptr;
    if (!given->net->fits(*state.state.rules)) throw nb::value_error("the net has learnt another game");
    return given->net;
}

std::span<const std::uint8_t> bytes_of(const nb::bytes& given) {
    return {static_cast<const std::uint8_t*>(given.data()), given.size()};
}

// The net that some bytes are, or None, and the number of what is wrong with them.
nb::tuple read_net(const nb::bytes& given) {
    NetFault fault{};
    auto net = Net::read(bytes_of(given), fault);
    const nb::object made = net ? nb::cast(NativeNet{std::move(net)}) : nb::none();
    return nb::make_tuple(made, static_cast<int>(fault));
}

// Digest, cells, seats, total advance at the beginning and at the end, whether there is anything to learn, and the
// armies by content.
nb::tuple layout(const NativeState& given) {
    const auto& rules = *given.state.rules;
    const Layout found(rules);
    return nb::make_tuple(found.digest, found.cells, found.seats, found.begin, found.end, can_learn(rules),
                          found.armies);
}

// Games as learn/play_plan.hpp has them, as the bytes of a file.
nb::bytes play_games(const NativeState& given, const std::vector<std::string>& words, const NativeNet* net,
                     const NativeNet* rival_net, const nb::object& stop) {
    PlayPlan plan;
    for (const auto& word : words)
        if (const auto wrong = plan.set(word); !wrong.empty()) throw nb::value_error(wrong.c_str());
    plan.learner.net = net_for(net, given);
    plan.rival.net = net_for(rival_net, given);
    const auto rules = given.state.keeper;
    if (!can_learn(*rules)) throw nb::value_error("there is nothing to learn in this game");
    bool failed = false;
    Bytes bytes;
    {
        nb::gil_scoped_release others_may_run;
        const auto games = self_play(rules, plan, [&] {
            nb::gil_scoped_acquire python;
            if (PyErr_CheckSignals()) return failed = true;
            return !stop.is_none() && nb::cast<bool>(stop());
        });
        bytes = encoded(Layout(*rules), plan.seed, games);
    }
    if (failed) throw nb::python_error();
    return nb::bytes(bytes.data(), bytes.size());
}

// Limits of 0 mean none. `stop` is a function that is asked now and then, or None; `report` likewise gets an answer
// after each depth.
nb::tuple think(const NativeState& given, std::uint64_t nodes, double seconds, int depth, int threads, int lines,
                std::uint64_t seed, const std::vector<int>& weakness, nb::object stop, nb::object report,
                const nb::dict& weights, int others, int table_megabytes, const NativeNet* net) {
    if (given.state.now.phase == Phase::over || given.state.now.phase == Phase::roll)
        throw nb::value_error("there is nothing to think about: the game is over or the dice are to be thrown");
    if (others < 0 || others > static_cast<int>(Others::playouts)) throw nb::value_error("there is no such search");
    if (weakness.size() != Weakness::numbers) throw nb::value_error("a weakness has six numbers");
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
    question.table_megabytes = table_megabytes;
    question.seed = seed;
    question.others = static_cast<Others>(others);
    question.weakness = Weakness::from(weakness);
    question.weights = weights_of(weights);
    question.net = net_for(net, given);
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
nb::tuple evaluate(const NativeState& given, const nb::dict& weights, const NativeNet* net) {
    PerSeat values;
    Evaluator(given.state, {}, weights_of(weights), net_for(net, given)).evaluate(given.state, values);
    return numbers(values, given.state.rules->seats);
}

nb::dict by_term(const Breakdown& told, Purpose purpose, int seats) {
    nb::dict found;
    for (const auto& entry : term_table()) {
        const auto& values = told[static_cast<std::size_t>(entry.term)];
        if (entry.purpose == purpose && values != PerSeat{}) found[text(entry.name)] = numbers(values, seats);
    }
    return found;
}

// What each term adds to that; terms that add nothing are left out.
nb::dict terms(const NativeState& given, const nb::dict& weights, const NativeNet* net) {
    PerSeat values;
    const Evaluator evaluator(given.state, {}, weights_of(weights), net_for(net, given));
    return by_term(evaluator.terms(given.state, values), Purpose::value, given.state.rules->seats);
}

// What each term adds to what waiting costs the seat to act.
nb::dict impatience(const NativeState& given, const nb::dict& weights) {
    const Evaluator evaluator(given.state, {}, weights_of(weights));
    return by_term(evaluator.impatience_terms(given.state, thinker_of(given.state)), Purpose::waiting,
                   given.state.rules->seats);
}

// What each legal action promises, in the order in which they are listed.
nb::tuple promises(const NativeState& given, const nb::dict& weights) {
    State state = given.state;
    std::vector<int> found;
    Evaluator(state, {}, weights_of(weights)).promises(state, legal(state), found);
    nb::list told;
    for (int one : found) told.append(one);
    return nb::tuple(told);
}

// Name, default, whether it is a whole number, and meaning of every weight.
nb::tuple weights() {
    nb::list found;
    for (const auto& one : weight_table())
        found.append(nb::make_tuple(text(one.name), one.value, one.is_whole, text(one.meaning)));
    return nb::tuple(found);
}

// Name, purpose, meaning and the names of the weights of every term.
nb::tuple term_list() {
    static constexpr std::array purposes{"value", "waiting", "search"};
    nb::list found;
    for (const auto& one : term_table())
        found.append(nb::make_tuple(text(one.name), purposes[static_cast<std::size_t>(one.purpose)], text(one.meaning),
                                    text(one.weights).attr("split")()));
    return nb::tuple(found);
}

// Own turns in which a seat may come home if only those are in its way who do not move any more; -1 where that cannot
// be told.
int run_of(const NativeState& given, int seat, std::uint64_t nodes) {
    const State& state = given.state;
    if (seat < 0 || seat >= state.rules->seats) throw nb::index_error("there is no such seat");
    if (!runner_of(*state.rules, seat)) return unknown;
    nb::gil_scoped_release others_may_run;
    Budget budget(nodes, Budget::no_limit, nullptr);
    return best_run(state, seat, Evaluator(state).race(), budget, widest_run).turns;
}

}  // namespace

NB_MODULE(_native, module) {
    // Whoever keeps a position until the interpreter ends has made no mistake and is not to read about leaks.
    nb::set_leak_warnings(false);
    nb::class_<NativeNet>(module, "Net")
        .def("fits", [](const NativeNet& net, const NativeState& state) { return net.net->fits(*state.state.rules); })
        .def_prop_ro("family", [](const NativeNet& net) { return net.net->family(); })
        .def_prop_ro("digest", [](const NativeNet& net) { return net.net->digest(); })
        .def("without_wide", [](const NativeNet& net) { return NativeNet{net.net->without_wide()}; });
    module.def("read_net", &read_net, nb::arg("data"));
    module.def("layout", &layout, nb::arg("state"));
    module.def("play_games", &play_games, nb::arg("state"), nb::arg("words"), nb::arg("net").none(),
               nb::arg("rival_net").none(), nb::arg("stop").none());
    module.def("slowness", &slowness_of, nb::arg("state"));
    module.def("run", &run_of, nb::arg("state"), nb::arg("seat"), nb::arg("nodes"));
    module.def("weights", &weights);
    module.def("term_list", &term_list);
    module.def("evaluate", &evaluate, nb::arg("state"), nb::arg("weights") = nb::dict(),
               nb::arg("net").none() = nb::none());
    module.def("terms", &terms, nb::arg("state"), nb::arg("weights") = nb::dict(), nb::arg("net").none() = nb::none());
    module.def("impatience", &impatience, nb::arg("state"), nb::arg("weights") = nb::dict());
    module.def("promises", &promises, nb::arg("state"), nb::arg("weights") = nb::dict());
    module.def("think", &think, nb::arg("state"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("depth"),
               nb::arg("threads"), nb::arg("lines"), nb::arg("seed"), nb::arg("weakness"), nb::arg("stop").none(),
               nb::arg("report").none(), nb::arg("weights") = nb::dict(), nb::arg("others") = 0,
               nb::arg("table_megabytes") = Question{}.table_megabytes, nb::arg("net").none() = nb::none());
}
