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

nb::object to_python(const Result& result, int seats) {
    if (!result.known) return nb::none();
    nb::object made = named_tuple(words.result, 3);
    set_item(made, 0, shared(words.ends[static_cast<std::size_t>(result.termination)]));
    set_item(made, 1, numbers(result.places, result.placed ? static_cast<std::size_t>(seats) : 0));
    set_item(made, 2, shared(result.drawn ? Py_True : Py_False));
    return made;
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
    add(tuple_of(more.division_count, [&](std::size_t i) {
        const std::array<long, 2> pair{more.divisions[i].steps, more.divisions[i].hops};
        return numbers(pair, 2);
    }));
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

}  // namespace
