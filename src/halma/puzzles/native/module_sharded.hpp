// What Python sees of levels that are made piece by piece.
#pragma once

#include <nanobind/nanobind.h>

namespace halma::puzzles {

void bind_sharded(nanobind::module_& module);

}  // namespace halma::puzzles
