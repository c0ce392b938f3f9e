// What the kernel says as the objects of halma/kernel/actions.py.
#pragma once

#include <nanobind/nanobind.h>

#include "halma/halma.hpp"

namespace nb = nanobind;
using namespace halma;

namespace {

// The words of halma/kernel/actions.py, given once by `speak`. They live as long as the program.
struct Vocabulary {
    PyTypeObject* action = nullptr;
    PyTypeObject* situation = nullptr;
    PyTypeObject* result = nullptr;
    std::array<PyObject*, action_kinds> kinds{};
    std::array<PyObject*, phases> phase_words{};
    std::array<PyObject*, terminations> ends{};
    PyObject* nothing = nullptr;  // the empty tuple
    // The class of moves that people hold, and the attributes of it that say which action it is and where it was legal.
    PyTypeObject* move = nullptr;
    PyObject* move_action = nullptr;
    PyObject* move_source = nullptr;
    PyObject* legal_moves = nullptr;  // the class of the lists they are taken from
} words;

PyObject* shared(PyObject* object) {
    Py_INCREF(object);
    return object;
}

// An instance of a named tuple, made as its class would make it but without a call; its items are still to be set.
nb::object named_tuple(PyTypeObject* type, Py_ssize_t length) {
    if (!type) throw std::runtime_error("halma: the words of the kernel are missing");
    PyObject* made = type->tp_alloc(type, length);
    if (!made) nb::raise_python_error();
    return nb::steal(made);
}

void set_item(nb::handle tuple, Py_ssize_t at, PyObject* item) {
    if (!item) nb::raise_python_error();
    PyTuple_SET_ITEM(tuple.ptr(), at, item);
}

template <class Get>
PyObject* tuple_of(std::size_t count, Get get) {
    if (!count && words.nothing) return shared(words.nothing);
    PyObject* made = PyTuple_New(static_cast<Py_ssize_t>(count));
    if (!made) nb::raise_python_error();
    nb::object owner = nb::steal(made);
    for (std::size_t i = 0; i < count; ++i) set_item(owner, static_cast<Py_ssize_t>(i), get(i));
    return owner.release().ptr();
}

template <class Values>
PyObject* numbers(const Values& values, std::size_t count) {
    return tuple_of(count, [&](std::size_t i) { return PyLong_FromLong(values[i]); });
}

PyObject* cells(const CellSet& set) {
    std::vector<long> found;
    set.each([&](int cell) { found.push_back(cell); });
    return numbers(found, found.size());
}

nb::object to_python(const ActionList& list, const Action& action) {
    nb::object made = named_tuple(words.action, 4);
    set_item(made, 0, shared(words.kinds[static_cast<std::size_t>(action.kind)]));
    set_item(made, 1, PyLong_FromLong(action.origin));
    set_item(made, 2, PyLong_FromLong(action.target));
    set_item(made, 3, action.captured ? cells(list.captured(action)) : shared(words.nothing));
    return made;
}

// A move as people hold it: an action together with the list it was taken from.
nb::object to_move(nb::handle source, nb::object action) {
    if (!words.move) throw std::runtime_error("halma: the class of moves is missing");
    nb::object made = nb::steal(words.move->tp_alloc(words.move, 0));
    // The class itself lets nobody change a move.
    if (!made.is_valid() || PyObject_GenericSetAttr(made.ptr(), words.move_action, action.ptr()) < 0 ||
        PyObject_GenericSetAttr(made.ptr(), words.move_source, source.ptr()) < 0)
        nb::raise_python_error();
    return made;
}

nb::object to_python(const Result& result, int seats) {
    if (!result.known) return nb::none();
    nb::object made = named_tuple(words.result, 3);
    set_item(made, 0, shared(words.ends[static_cast<std::size_t>(result.termination)]));
    set_item(made, 1, numbers(result.places, result.placed ? static_cast<std::size_t>(seats) : 0));
    set_item(made, 2, shared(result.drawn ? Py_True : Py_False));
    return made;
}

// Steps and hops of each division of a roll.
nb::object divisions(const std::array<Division, 2>& given, std::size_t count) {
    return nb::steal(tuple_of(count, [&](std::size_t i) {
        const std::array<long, 2> pair{given[i].steps, given[i].hops};
        return numbers(pair, 2);
    }));
}

nb::object to_python(const State& state) {
    const auto& now = state.now;
    const auto& more = state.more;
    const auto seats = static_cast<std::size_t>(state.rules->seats);
    nb::object made = named_tuple(words.situation, 19);
    Py_ssize_t at = 0;
    const auto add = [&](PyObject* item) { set_item(made, at++, item); };
    add(PyLong_FromLong(now.seat));
    add(PyLong_FromLong(now.actor));
    add(PyLong_FromLong(now.turn));
    add(shared(words.phase_words[static_cast<std::size_t>(now.phase)]));
    add(numbers(more.hands, seats));
    add(numbers(more.captured, seats));
    add(numbers(more.lost, seats));
    add(numbers(now.out.seats, now.out.count));
    add(numbers(now.finished.seats, now.finished.count));
    add(PyLong_FromLong(now.passes));
    add(numbers(now.best, seats));
    add(numbers(now.idle, seats));
    add(numbers(more.roll, more.rolled));
    add(numbers(more.used, more.used_count));
    add(PyLong_FromLong(more.steps));
    add(shared(more.hopped ? Py_True : Py_False));
    add(divisions(more.divisions, more.division_count).release().ptr());
    add(cells(more.huffable));
    add(to_python(now.result, state.rules->seats).release().ptr());
    return made;
}

template <std::size_t count>
void keep(std::array<PyObject*, count>& room, nb::sequence given) {
    if (nb::len(given) != count) throw nb::value_error("halma: the words of the kernel have another number");
    for (std::size_t i = 0; i < count; ++i) room[i] = nb::object(given[i]).release().ptr();
}

void speak(nb::type_object action, nb::type_object situation, nb::type_object result, nb::sequence kinds,
           nb::sequence phase_words, nb::sequence ends) {
    for (PyObject* type : {action.ptr(), situation.ptr(), result.ptr()})
        if (!PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type))
            throw nb::type_error("the words of the kernel are named tuples");
    keep(words.kinds, kinds);
    keep(words.phase_words, phase_words);
    keep(words.ends, ends);
    words.nothing = PyTuple_New(0);
    words.action = reinterpret_cast<PyTypeObject*>(action.release().ptr());
    words.situation = reinterpret_cast<PyTypeObject*>(situation.release().ptr());
    words.result = reinterpret_cast<PyTypeObject*>(result.release().ptr());
}

void speak_of_moves(nb::type_object move, nb::str action, nb::str source) {
    for (PyObject** name : {&words.move_action, &words.move_source}) {
        *name = (name == &words.move_action ? action : source).release().ptr();
        PyUnicode_InternInPlace(name);
    }
    words.move = reinterpret_cast<PyTypeObject*>(move.release().ptr());
}

}  // namespace
