// A state as Python holds it. It has a header of its own so that other compiled modules can take one as an argument.
#pragma once

#include <nanobind/nanobind.h>

#include "halma/halma.hpp"

namespace halma {

// A state with what Python has already asked of it.
struct NativeState {
    State state;
    // The ruleset in Python's words.
    nanobind::object rules;
    nanobind::object now;
    nanobind::object actions;

    explicit NativeState(State given) : state(std::move(given)) {}

    void changed() {
        now.reset();
        actions.reset();
    }
};

}  // namespace halma
