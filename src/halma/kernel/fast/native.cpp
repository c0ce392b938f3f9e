// The kernel as Python sees it. Everything that plays is in include/halma; here numbers become Python objects.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "native_state.hpp"
#include "python_objects.hpp"
#include "read_numbers.hpp"

namespace {

long number_from(PyObject* object) {
    const long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) nb::raise_python_error();
    return value;
}

// What a Python action attempts. The number of its kind may be any.
Attempt read_attempt(const State& state, nb::handle given) {
    if (!PyTuple_Check(given.ptr()) || PyTuple_GET_SIZE(given.ptr()) != 4)
        throw nb::type_error("an action is a tuple of kind, origin, target and captured cells");
    const long kind = number_from(PyTuple_GET_ITEM(given.ptr(), 0));
    if (kind < 0 || kind >= word_count(ActionKind{})) throw nb::value_error("there is no such kind of action");
    const auto cell_from = [&](Py_ssize_t at) {
        const long cell = number_from(PyTuple_GET_ITEM(given.ptr(), at));
        if (cell < no_cell || cell > state.rules->off) throw nb::value_error("a cell of an action is not on the board");
        return static_cast<int>(cell);
    };
    Attempt attempt{static_cast<ActionKind>(kind), cell_from(1), cell_from(2), {}};
    PyObject* captured = PyTuple_GET_ITEM(given.ptr(), 3);
    if (!PyTuple_Check(captured)) throw nb::type_error("captured cells are given as a tuple");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(captured); ++i) {
        const long cell = number_from(PyTuple_GET_ITEM(captured, i));
        if (cell < 0 || cell >= state.rules->cells) throw nb::value_error("a captured cell is not on the board");
        attempt.captured.insert(static_cast<int>(cell));
    }
    return attempt;
}

// The legal action that a Python action means exactly; nothing if there is none.
const Action* search_legal(State& state, nb::handle given) {
    const Attempt attempt = read_attempt(state, given);
    const auto& list = legal(state);
    for (const auto& action : list)
        if (action.target == attempt.target && action.origin == attempt.origin && action.kind == attempt.kind &&
            (action.captured || attempt.captured.any() ? list.captured(action) == attempt.captured : true))
            return &action;
    return nullptr;
}

const Action& find_legal(State& state, nb::handle given) {
    if (const Action* found = search_legal(state, given)) return *found;
    throw nb::value_error("the action is not legal now");
}

// The cells of a way that somebody wrote down.
std::vector<int> read_way(const State& state, nb::handle given) {
    const auto sequence = nb::steal(PySequence_Fast(given.ptr(), "a way is a sequence of cells"));
    if (!sequence.is_valid()) nb::raise_python_error();
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(sequence.ptr()));
    std::vector<int> way(count);
    for (std::size_t i = 0; i < count; ++i) {
        const long cell = number_from(PySequence_Fast_GET_ITEM(sequence.ptr(), static_cast<Py_ssize_t>(i)));
        if (cell < 0 || cell > state.rules->cells) throw nb::value_error("a cell of the way is not on the board");
        way[i] = static_cast<int>(cell);
    }
    return way;
}

nb::object find_captured(NativeState& self, nb::handle way) {
    const auto captured = captured_on(self.state, read_way(self.state, way));
    return captured ? nb::steal(cells(*captured)) : nb::none();
}

nb::object find_written(NativeState& self, nb::handle way) {
    const Action* found = find_way(self.state, read_way(self.state, way));
    return found ? to_python(self.state.actions, *found) : nb::none();
}

// Plays the action that a written way names and gives it back; None, with nothing played, if it names not exactly one.
nb::object push_written(NativeState& self, nb::handle way) {
    const Action* found = find_way(self.state, read_way(self.state, way));
    if (!found) return nb::none();
    const Action played = *found;
    nb::object action = to_python(self.state.actions, played);
    self.changed();
    apply(self.state, self.state.actions, played);
    return action;
}

// The legal actions that an attempt can mean.
nb::object find_matching(NativeState& self, nb::handle attempt) {
    const auto found = matching(self.state, read_attempt(self.state, attempt));
    return nb::steal(
        tuple_of(found.size(), [&](std::size_t i) { return to_python(self.state.actions, found[i]).release().ptr(); }));
}

nb::object find_refusal(NativeState& self, nb::handle attempt) {
    return to_python(refusal(self.state, read_attempt(self.state, attempt)));
}

nb::object find_duty(NativeState& self) { return to_python(duty(self.state)); }

struct NativeRules {
    std::shared_ptr<const Rules> rules;
    NativeRules(const nb::bytes& numbers, bool portable) : rules(read_rules(read_numbers(numbers), portable)) {}
};

// The legal actions of a position as a sequence; each becomes a Python object only when it is asked for.
struct Moves {
    ActionList list;
};

// The same as moves that people hold, with what it takes to answer later what they mean: the board they are made on.
struct LegalMoves : Moves {
    nb::object rules;
    std::shared_ptr<const Rules> tables;
    std::array<Content, most_cells + 1> board;
    std::uint8_t seat;
    std::uint8_t division_count;
    std::array<Division, 2> divisions;

    explicit LegalMoves(NativeState& given)
        : Moves{legal(given.state)},
          rules(given.rules),
          tables(given.state.keeper),
          board(given.state.board),
          seat(given.state.now.seat),
          division_count(given.state.more.division_count),
          divisions(given.state.more.divisions) {}
};

// The moves of an instance that was made as it should.
const Moves* moves_of(PyObject* self) {
    if (nb::inst_ready(self)) return nb::inst_ptr<Moves>(self);
    PyErr_SetString(PyExc_TypeError, "these moves belong to no position");
    return nullptr;
}

template <class Make>
PyObject* guarded(PyObject* self, Make make) {
    const Moves* moves = moves_of(self);
    if (!moves) return nullptr;
    try {
        return make(*moves);
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

Py_ssize_t moves_length(PyObject* self) {
    const Moves* moves = moves_of(self);
    return moves ? static_cast<Py_ssize_t>(moves->list.size()) : -1;
}

PyObject* moves_at(const Moves& moves, Py_ssize_t at) {
    const auto length = static_cast<Py_ssize_t>(moves.list.size());
    if (at < 0) at += length;
    if (at < 0 || at >= length) {
        PyErr_SetString(PyExc_IndexError, "there are not so many moves");
        return nullptr;
    }
    return to_python(moves.list, moves.list[static_cast<std::size_t>(at)]).release().ptr();
}

PyObject* action_at(PyObject*, const Moves& moves, Py_ssize_t at) { return moves_at(moves, at); }

PyObject* move_at(PyObject* self, const Moves& moves, Py_ssize_t at) {
    PyObject* action = moves_at(moves, at);
    return action ? to_move(self, nb::steal(action)).release().ptr() : nullptr;
}

using ItemAt = PyObject* (*)(PyObject*, const Moves&, Py_ssize_t);

template <ItemAt item_at>
PyObject* moves_subscript(PyObject* self, PyObject* key) {
    return guarded(self, [self, key](const Moves& moves) -> PyObject* {
        if (!PySlice_Check(key)) {
            const Py_ssize_t at = PyNumber_AsSsize_t(key, PyExc_IndexError);
            return at == -1 && PyErr_Occurred() ? nullptr : item_at(self, moves, at);
        }
        Py_ssize_t first, last, step;
        if (PySlice_Unpack(key, &first, &last, &step) < 0) return nullptr;
        const auto count = PySlice_AdjustIndices(static_cast<Py_ssize_t>(moves.list.size()), &first, &last, step);
        return tuple_of(static_cast<std::size_t>(count),
                        [&](std::size_t i) { return item_at(self, moves, first + step * static_cast<Py_ssize_t>(i)); });
    });
}

// The iterator of sequences asks for items until an IndexError comes.
template <ItemAt item_at>
PyObject* moves_item(PyObject* self, Py_ssize_t at) {
    return guarded(self, [self, at](const Moves& moves) { return item_at(self, moves, at < 0 ? PY_SSIZE_T_MAX : at); });
}

PyObject* moves_iterator(PyObject* self) { return PySeqIter_New(self); }

template <ItemAt item_at>
PyType_Slot moves_slots[] = {
    {Py_tp_iter, reinterpret_cast<void*>(moves_iterator)},
    {Py_sq_length, reinterpret_cast<void*>(moves_length)},
    {Py_mp_length, reinterpret_cast<void*>(moves_length)},
    {Py_mp_subscript, reinterpret_cast<void*>(moves_subscript<item_at>)},
    {Py_sq_item, reinterpret_cast<void*>(moves_item<item_at>)},
    {0, nullptr},
};

void new_state(NativeState* self, const NativeRules& rules, int first) {
    State state(rules.rules);
    start(state, first);
    new (self) NativeState(std::move(state));
}

void resumed_state(NativeState* self, const NativeRules& rules, const nb::bytes& board, const nb::bytes& situation) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(board.c_str());
    const auto values = read_situation(*rules.rules, read_numbers(situation));
    new (self) NativeState(resume(rules.rules, {first, board.size()}, values));
}

void copied_state(NativeState* self, const NativeState& other) { new (self) NativeState(other.state); }

nb::object get_now(NativeState& self) {
    if (!self.now.is_valid()) self.now = to_python(self.state);
    return self.now;
}

nb::object get_legal(NativeState& self) {
    if (!self.actions.is_valid()) {
        const auto& list = legal(self.state);
        self.actions =
            nb::steal(tuple_of(list.size(), [&](std::size_t i) { return to_python(list, list[i]).release().ptr(); }));
    }
    return self.actions;
}

Moves get_sequence(NativeState& self) { return {legal(self.state)}; }

LegalMoves get_legal_moves(NativeState& self) { return LegalMoves(self); }

void push(NativeState& self, nb::handle action) {
    const Action found = find_legal(self.state, action);
    self.changed();
    apply(self.state, self.state.actions, found);
}

// Plays a move that was taken from a list of legal moves of the same game, if it is legal here too, and gives its
// action; None for everything else, which is left to be read.
nb::object push_move(NativeState& self, nb::handle move) {
    if (Py_TYPE(move.ptr()) != words.move) return nb::none();
    const auto action = nb::steal(PyObject_GenericGetAttr(move.ptr(), words.move_action));
    const auto source = nb::steal(PyObject_GenericGetAttr(move.ptr(), words.move_source));
    if (!action.is_valid() || !source.is_valid()) nb::raise_python_error();
    if (Py_TYPE(source.ptr()) != reinterpret_cast<PyTypeObject*>(words.legal_moves) ||
        !nb::inst_ptr<LegalMoves>(source)->rules.is(self.rules))
        return nb::none();
    const Action* found = search_legal(self.state, action);
    if (!found) return nb::none();
    const Action played = *found;
    self.changed();
    apply(self.state, self.state.actions, played);
    return action;
}

void give_roll(NativeState& self, const std::vector<int>& values) {
    if (awaits_lot(self.state)) {
        CellSet cells;
        for (int cell : values) {
            if (cell < 0 || cell >= self.state.rules->cells || cells.contains(cell))
                throw nb::value_error("a lot names different cells of the board");
            cells.insert(cell);
        }
        self.changed();
        scatter(self.state, cells);
        return;
    }
    if (static_cast<int>(values.size()) != dice_count(*self.state.rules))
        throw nb::value_error("the roll has another number of dice");
    self.changed();
    if (values.empty()) throw nb::value_error("this game has no dice");
    roll(self.state, values[0], values.size() > 1 ? values[1] : 0);
}

void take_back(NativeState& self) {
    self.changed();
    undo(self.state);
}

nb::object find_path(NativeState& self, nb::handle action) {
    const Action found = find_legal(self.state, action);
    const auto way = path(self.state, found, self.state.actions.captured(found));
    return nb::steal(numbers(way, way.size()));
}

nb::bytes contents(const NativeState& self) {
    return nb::bytes(reinterpret_cast<const char*>(self.state.board.data()),
                     static_cast<std::size_t>(self.state.rules->cells));
}

// The state in which the moves are legal, without its past and only to look at: it answers whatever is asked later.
NativeState state_of(const LegalMoves& self) {
    State state(self.tables);
    for (int cell = 0; cell < state.rules->cells; ++cell) state.set(cell, self.board[static_cast<std::size_t>(cell)]);
    give_turn(state, self.seat);
    state.more.division_count = self.division_count;
    state.more.divisions = self.divisions;
    state.actions = self.list;
    state.actions_known = true;
    NativeState made(std::move(state));
    made.rules = self.rules;
    return made;
}

int seat_of(const NativeState& self, int seat) {
    if (seat < 0 || seat >= self.state.rules->seats) throw nb::index_error("there is no such seat");
    return seat;
}

// Long calls work on a copy of their own while other threads of Python go on, and let themselves be interrupted.
void let_interrupt() {
    nb::gil_scoped_acquire python;
    if (PyErr_CheckSignals()) nb::raise_python_error();
}

std::uint64_t count_turns(const NativeState& self, int depth, const std::vector<int>& dice) {
    State state = self.state;
    nb::gil_scoped_release others_may_run;
    return Perft(state, dice, let_interrupt).count(depth);
}

nb::tuple play_out(const NativeState& self, std::uint64_t seed, std::int64_t most_turns) {
    State state = self.state;
    Playout played;
    {
        nb::gil_scoped_release others_may_run;
        played = random_playout(state, seed, most_turns, let_interrupt);
    }
    return nb::make_tuple(played.turns, to_python(played.result, state.rules->seats));
}

std::int64_t play_turns(const NativeState& self, std::uint64_t seed, std::int64_t turns) {
    State state = self.state;
    nb::gil_scoped_release others_may_run;
    return random_turns(state, seed, turns, let_interrupt);
}

// A legal action at random, as random play would choose it; None if a roll is due or the game is over.
nb::object choose_action(NativeState& self, std::uint64_t seed) {
    Random random(seed);
    const auto found = random_action(self.state, random);
    return found ? to_python(self.state.actions, *found) : nb::none();
}

}  // namespace

NB_MODULE(_native, module) {
    // Whoever keeps a position until the interpreter ends has made no mistake and is not to read about leaks.
    nb::set_leak_warnings(false);
    module.def("speak", &speak);
    nb::class_<NativeRules>(module, "Rules")
        .def(nb::init<const nb::bytes&, bool>(), nb::arg("numbers"), nb::arg("portable") = false)
        .def_prop_ro("has_lattice", [](const NativeRules& self) { return self.rules->lattice.has_value(); })
        .def_prop_ro("is_wide",
                     [](const NativeRules& self) { return self.rules->lattice && self.rules->lattice->wide; });
    module.def("speak_of_moves", &speak_of_moves);
    nb::class_<Moves>(module, "Moves", nb::type_slots(moves_slots<action_at>));
    nb::class_<LegalMoves, Moves> legal_moves(module, "LegalMoves", nb::type_slots(moves_slots<move_at>));
    words.legal_moves = legal_moves.ptr();
    legal_moves.def_ro("rules", &LegalMoves::rules)
        .def_prop_ro("state", &state_of)
        .def_prop_ro("actions", [](const LegalMoves& self) {
            return nb::steal(tuple_of(
                self.list.size(), [&](std::size_t i) { return to_python(self.list, self.list[i]).release().ptr(); }));
        });
    nb::class_<NativeState>(module, "State")
        .def("__init__", &new_state)
        .def("__init__", &resumed_state)
        .def("__init__", &copied_state)
        .def_prop_ro("now", &get_now)
        .def_prop_ro("depth", [](const NativeState& self) { return self.state.past.size(); })
        .def_prop_ro("is_over", [](const NativeState& self) { return self.state.now.phase == Phase::over; })
        .def_prop_ro("needs_roll", [](const NativeState& self) { return self.state.now.phase == Phase::roll; })
        .def_prop_ro("turn", [](const NativeState& self) { return self.state.now.turn; })
        .def_prop_ro("hash", [](const NativeState& self) { return position_key(self.state); })
        .def_prop_ro("occurrences",
                     [](const NativeState& self) { return self.state.seen.occurrences(position_key(self.state)); })
        .def("legal", &get_legal)
        .def("legal_sequence", &get_sequence)
        .def("legal_moves", &get_legal_moves)
        .def_rw("rules", &NativeState::rules)
        .def("apply", &push)
        .def("push", &push)
        // Whatever is no move, None too, is refused by who called, in words that people understand.
        .def("push_move", &push_move, nb::arg("move").none())
        .def("roll", &give_roll)
        .def("undo", &take_back)
        .def("path", &find_path)
        .def("matching", &find_matching)
        .def("refusal", &find_refusal)
        .def("duty", &find_duty)
        .def("captured_on", &find_captured)
        .def("find_way", &find_written)
        .def("push_way", &push_written)
        .def("contents", &contents)
        .def("totals",
             [](const NativeState& self) {
                 return nb::steal(numbers(self.state.totals, static_cast<std::size_t>(self.state.rules->seats)));
             })
        .def("pieces_home",
             [](const NativeState& self, int seat) { return pieces_home(self.state, seat_of(self, seat)); })
        .def("in_play",
             [](const NativeState& self) {
                 std::vector<int> found;
                 for (int seat = 0; seat < self.state.rules->seats; ++seat)
                     if (self.state.in_play(seat)) found.push_back(seat);
                 return found;
             })
        .def("lends_to", [](const NativeState& self, int seat) { return lends_to(self.state, seat_of(self, seat)); })
        .def("following", [](const NativeState& self, int seat) { return self.state.following(seat_of(self, seat)); })
        .def("perft", &count_turns, nb::arg("depth"), nb::arg("dice") = std::vector<int>{})
        .def("random_action", &choose_action, nb::arg("seed"))
        .def("random_playout", &play_out, nb::arg("seed"), nb::arg("max_turns") = 1000000)
        .def("random_turns", &play_turns, nb::arg("seed"), nb::arg("turns"));
}
