// What the kernel says as the objects of halma/kernel/actions.py.
#pragma once

#include <nanobind/nanobind.h>

#include <concepts>

#include "halma/halma.hpp"

namespace nb = nanobind;
using namespace halma;

namespace {

// The words of halma/kernel/actions.py, given once by `speak`. They live as long as the program.
struct Vocabulary {
    PyTypeObject* action = nullptr;
    PyTypeObject* situation = nullptr;
    PyTypeObject* result = nullptr;
    PyObject* violation = nullptr;
    std::array<PyObject*, word_count(ActionKind{})> kinds{};
    std::array<PyObject*, word_count(Phase{})> phase_words{};
    std::array<PyObject*, word_count(Termination{})> ends{};
    std::array<PyObject*, word_count(Reason{})> reasons{};
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

// ---- the fields of a situation ----

template <class Values>
nb::object named_tuple_of(PyTypeObject* type, const Values& values);

PyObject* to_item(bool flag) { return shared(flag ? Py_True : Py_False); }
PyObject* to_item(std::integral auto number) { return PyLong_FromLong(number); }
PyObject* to_item(Phase phase) { return shared(words.phase_words[static_cast<std::size_t>(phase)]); }
PyObject* to_item(Termination end) { return shared(words.ends[static_cast<std::size_t>(end)]); }
PyObject* to_item(const CellSet& set) { return cells(set); }
PyObject* to_item(Division division) {
    const std::array<long, 2> pair{division.steps, division.hops};
    return numbers(pair, 2);
}
template <class Item, std::size_t room>
PyObject* to_item(const BoundedList<Item, room>& list) {
    return tuple_of(list.size(), [&](std::size_t i) { return to_item(list[i]); });
}
PyObject* to_item(const std::optional<ResultValues>& result) {
    return result ? named_tuple_of(words.result, *result).release().ptr() : shared(Py_None);
}

template <class Values>
nb::object named_tuple_of(PyTypeObject* type, const Values& values) {
    nb::object made = named_tuple(type, Values::field_count);
    Py_ssize_t at = 0;
    values.each_field([&](const auto& field) { set_item(made, at++, to_item(field)); });
    return made;
}

nb::object to_python(const Result& result, int seats) {
    return result.known ? named_tuple_of(words.result, values_of(result, seats)) : nb::none();
}

nb::object to_python(const std::optional<Violation>& refused) {
    if (!refused) return nb::none();
    if (!words.violation) throw std::runtime_error("halma: the words of the kernel are missing");
    const auto about = nb::steal(numbers(refused->cells, refused->cells.size()));
    PyObject* reason = words.reasons[static_cast<std::size_t>(refused->reason)];
    PyObject* made = PyObject_CallFunctionObjArgs(words.violation, reason, about.ptr(), nullptr);
    if (!made) nb::raise_python_error();
    return nb::steal(made);
}

nb::object to_python(const State& state) { return named_tuple_of(words.situation, values_of(state)); }

template <std::size_t count>
void keep(std::array<PyObject*, count>& room, nb::sequence given) {
    if (nb::len(given) != count) throw nb::value_error("halma: the words of the kernel have another number");
    for (std::size_t i = 0; i < count; ++i) room[i] = nb::object(given[i]).release().ptr();
}

void speak(nb::type_object action, nb::type_object situation, nb::type_object result, nb::type_object violation,
           nb::sequence kinds, nb::sequence phase_words, nb::sequence ends, nb::sequence reasons) {
    for (PyObject* type : {action.ptr(), situation.ptr(), result.ptr()})
        if (!PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type))
            throw nb::type_error("the words of the kernel are named tuples");
    keep(words.kinds, kinds);
    keep(words.phase_words, phase_words);
    keep(words.ends, ends);
    keep(words.reasons, reasons);
    words.nothing = PyTuple_New(0);
    words.action = reinterpret_cast<PyTypeObject*>(action.release().ptr());
    words.situation = reinterpret_cast<PyTypeObject*>(situation.release().ptr());
    words.result = reinterpret_cast<PyTypeObject*>(result.release().ptr());
    words.violation = violation.release().ptr();
}

void speak_of_moves(nb::type_object move, nb::str action, nb::str source) {
    for (PyObject** name : {&words.move_action, &words.move_source}) {
        *name = (name == &words.move_action ? action : source).release().ptr();
        PyUnicode_InternInPlace(name);
    }
    words.move = reinterpret_cast<PyTypeObject*>(move.release().ptr());
}

}  // namespace
