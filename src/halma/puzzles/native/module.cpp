// What Python sees of the searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "beam.hpp"
#include "census.hpp"
#include "exact.hpp"
#include "placements.hpp"
#include "solitaire.hpp"

namespace nb = nanobind;
using namespace halma::puzzles;

namespace {

using Line = std::vector<std::pair<int, int>>;
using Ask = std::function<bool()>;

// Searches run without the interpreter; only the question whether to stop needs it.
Ask asking(const Ask& stop) {
  return [&stop] {
    nb::gil_scoped_acquire held;
    return PyErr_CheckSignals() != 0 || stop();
  };
}

void raise_if_interrupted() {
  if (PyErr_Occurred()) throw nb::python_error();
}

Line line_of(const std::vector<Move>& moves) {
  Line line;
  for (auto move : moves) line.emplace_back(move.from, move.to);
  return line;
}

template <int Words>
Cells<Words> cells_of(const std::vector<int>& listed, int count) {
  Cells<Words> cells;
  for (int cell : listed) {
    if (cell < 0 || cell >= count) throw std::invalid_argument("no such cell");
    cells.set(cell);
  }
  return cells;
}

using Rows = std::vector<std::vector<int>>;

template <int Words>
Task<Words> make_task(const Rows& near, const Rows& behind, const std::vector<int>& start, int mark,
                      const Rows& goals, int mark_goal, const std::vector<int>& keep, const std::vector<int>& shun,
                      const std::vector<int>& heights, int gain) {
  Task<Words> task;
  const int count = static_cast<int>(near.size());
  if (count > 64 * Words || near.size() != behind.size() || near.empty() || near[0].size() > most_directions)
    throw std::invalid_argument("this board does not fit");
  if (mark >= count || mark_goal >= count) throw std::invalid_argument("no such cell");
  task.board.count = count;
  task.board.directions = static_cast<int>(near[0].size());
  for (auto* cells : {&task.board.near, &task.board.behind}) {
    cells->assign(count * most_directions, no_cell);
    const Rows& given = cells == &task.board.near ? near : behind;
    for (int cell = 0; cell < count; ++cell)
      for (std::size_t d = 0; d < given[cell].size() && d < most_directions; ++d) {
        if (given[cell][d] >= count) throw std::invalid_argument("no such cell");
        (*cells)[cell * most_directions + d] = static_cast<std::int16_t>(std::max(no_cell, given[cell][d]));
      }
  }
  task.layout = ShiftLayout::of(task.board);
  task.start = {cells_of<Words>(start, count), static_cast<std::int16_t>(mark)};
  for (const auto& goal : goals) task.goals.push_back(cells_of<Words>(goal, count));
  if (task.goals.empty()) throw std::invalid_argument("a puzzle needs a goal");
  task.mark_goal = mark_goal;
  task.keep = cells_of<Words>(keep, count);
  task.shun = cells_of<Words>(shun, count);
  if (!heights.empty()) {
    if (heights.size() != near.size() || gain < 1) throw std::invalid_argument("the heights do not fit the board");
    task.measure = Measure{{heights.begin(), heights.end()}, gain};
  }
  return task;
}

// The way through the middle: forward, perhaps one move between, then the other beam's line backwards.
template <int Words>
std::optional<Line> meeting(const Beam<Words>& forward, const Beam<Words>& backward, const std::vector<int>& turn) {
  const int ahead = static_cast<int>(forward.depth()), back = static_cast<int>(backward.depth());
  struct Attempt {
    const std::vector<typename Beam<Words>::Entry>& first;
    int depth;
    bool apart;
  };
  const Attempt attempts[] = {{forward.previous(), ahead - 1, true}, {forward.level(), ahead, false},
                              {forward.level(), ahead, true}};
  for (const auto& attempt : attempts) {
    const auto met = meet<Words>(forward.task(), attempt.first, backward.level(), turn, attempt.apart);
    if (!met) continue;
    auto moves = forward.line(met->forward, attempt.depth);
    if (met->between) moves.push_back(*met->between);
    const auto rest = backward.line(met->backward, back);
    for (auto move = rest.rbegin(); move != rest.rend(); ++move)
      moves.push_back({static_cast<std::uint8_t>(turn[move->to]), static_cast<std::uint8_t>(turn[move->from])});
    return line_of(moves);
  }
  return {};
}

template <int Words>
void bind(nb::module_& module, const std::string& suffix) {
  nb::class_<Task<Words>>(module, ("Task" + suffix).c_str())
      .def("__init__", [](Task<Words>* self, const Rows& near, const Rows& behind, const std::vector<int>& start,
                          int mark, const Rows& goals, int mark_goal, const std::vector<int>& keep,
                          const std::vector<int>& shun, const std::vector<int>& heights, int gain) {
        new (self) Task<Words>(
            make_task<Words>(near, behind, start, mark, goals, mark_goal, keep, shun, heights, gain));
      })
      .def("exact", [](const Task<Words>& task, int limit, std::size_t most,
                       const std::function<bool(std::uint64_t)>& stop) {
        Answer answer;
        {
          nb::gil_scoped_release released;
          std::uint64_t positions = 0;
          const Ask told = [&] { return stop(positions); };
          const Ask asked = asking(told);
          answer = Exact<Words>(task, limit, most).solve([&](std::uint64_t so_far) {
            positions = so_far;
            return asked();
          });
        }
        raise_if_interrupted();
        std::optional<Line> line;
        if (answer.found) line = line_of(answer.moves);
        return std::tuple(line, answer.bound, answer.positions);
      })
      .def_prop_ro("is_laid_out", [](const Task<Words>& task) { return task.layout.has_value(); })
      .def("moves", [](const Task<Words>& task) {
        std::vector<Move> found;
        each_move(task, task.start, [&](Move move) { found.push_back(move); });
        return line_of(found);
      });
  using Beams = Beam<Words>;
  nb::class_<Beams>(module, ("Beam" + suffix).c_str())
      .def("__init__", [](Beams* self, const Task<Words>& task, const std::vector<int>& cells,
                          const std::vector<int>& marks, int empty, unsigned noise, std::uint64_t seed,
                          std::size_t width, bool remembers, const std::vector<int>& mirror) {
        const auto count = static_cast<std::size_t>(task.board.count);
        if (cells.size() != count || marks.size() != count || width == 0 || (!mirror.empty() && mirror.size() != count))
          throw std::invalid_argument("the weights do not fit the board");
        for (int cell : mirror)
          if (cell < 0 || cell >= task.board.count) throw std::invalid_argument("no such cell");
        new (self) Beams(task, Weights{{cells.begin(), cells.end()}, {marks.begin(), marks.end()}, empty, noise, seed},
                         width, remembers, mirror);
      })
      .def("advance", [](Beams& beam, const Ask& stop) {
        bool going = false;
        {
          nb::gil_scoped_release released;
          going = beam.advance(asking(stop));
        }
        raise_if_interrupted();
        return going;
      })
      .def_prop_ro("depth", &Beams::depth)
      .def_prop_ro("size", [](const Beams& beam) { return beam.level().size(); })
      .def_prop_ro("positions", &Beams::positions)
      .def_prop_ro("bytes", &Beams::bytes)
      .def("solution", [](const Beams& beam) {
        std::optional<Line> line;
        if (beam.solved()) line = line_of(beam.line(*beam.solved(), beam.depth()));
        return line;
      })
      .def("meet", [](const Beams& beam, const Beams& other, const std::vector<int>& turn) {
        nb::gil_scoped_release released;
        return meeting<Words>(beam, other, turn);
      });
}

void bind_census(nb::module_& module) {
  using Small = Census<2>;
  nb::class_<Small>(module, "Census")
      .def("__init__", [](Small* self, const Task<2>& task, std::vector<int> mirror, std::vector<int> turn,
                          std::vector<int> advance, int arrival, int gain, int limit) {
        if (task.board.count > 126 || task.start.pieces.count() > 9 || gain < 1)
          throw std::invalid_argument("too many cells or pieces for a census");
        new (self) Small(task, std::move(mirror), std::move(turn), std::move(advance), arrival, gain, limit);
      })
      .def("extend", [](Small& census, const Ask& stop) {
        bool going = false;
        {
          nb::gil_scoped_release released;
          going = census.extend(asking(stop));
        }
        raise_if_interrupted();
        return going;
      })
      .def_prop_ro("depth", &Small::depth)
      .def("size", [](const Small& census, std::size_t depth) { return census.levels().at(depth).size(); })
      .def("digest", [](const Small& census, std::size_t depth) { return census.digest(depth); })
      .def("meets", [](const Small& census, std::size_t other) {
        nb::gil_scoped_release released;
        return census.meets(other);
      });
}

void bind_placements(nb::module_& module) {
  using Small = Placements<2>;
  nb::class_<Small>(module, "Placements")
      .def("__init__", [](Small* self, const Task<2>& task, std::vector<int> cells) {
        std::sort(cells.begin(), cells.end());
        for (int cell : cells)
          if (cell < 0 || cell >= task.board.count) throw std::invalid_argument("no such cell");
        new (self) Small(task, cells);
      })
      .def("extend", [](Small& placements, const Ask& stop) {
        bool going = false;
        {
          nb::gil_scoped_release released;
          going = placements.extend(asking(stop));
        }
        raise_if_interrupted();
        return going;
      })
      .def("digest", [](const Small& placements) {
        nb::gil_scoped_release released;
        return placements.digest();
      })
      .def_prop_ro("total", &Small::total)
      .def_prop_ro("bytes", &Small::bytes)
      .def_prop_ro("counts", &Small::counts)
      .def_prop_ro("goal_depth", &Small::goal_depth);
}

template <class Value>
nb::bytes bytes_of(const std::vector<Value>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(Value));
}

void bind_solitaire(nb::module_& module) {
  module.def("solitaire_tablebase", [] {
    static const solitaire::Cross cross;
    solitaire::Tablebase tablebase;
    {
      nb::gil_scoped_release released;
      tablebase = solitaire::Builder(cross).build();
    }
    nb::list levels;
    for (int pieces = 0; pieces < solitaire::cell_count; ++pieces)
      levels.append(nb::make_tuple(bytes_of(tablebase.classes[pieces]), bytes_of(tablebase.moves[pieces]),
                                   bytes_of(tablebase.chances[pieces])));
    return levels;
  });
  module.def("solitaire_reachable", [](int most, const Ask& stop) {
    static const solitaire::Cross cross;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
    {
      nb::gil_scoped_release released;
      for (auto level : solitaire::reachable(cross, most, asking(stop)))
        counts.emplace_back(level.classes, level.positions);
    }
    raise_if_interrupted();
    return counts;
  });
  module.def("solitaire_images", [](const std::vector<std::uint64_t>& classes) {
    static const solitaire::Cross cross;
    std::uint64_t total = 0;
    for (auto position : classes) total += solitaire::Cross::images(cross.word_of(position));
    return total;
  });
  // A line of hops to the goal from a position that the tablebase does not know, if there is one.
  module.def("solitaire_search", [](std::uint64_t position, std::size_t most) {
    static const solitaire::Cross cross;
    nb::gil_scoped_release released;
    position &= solitaire::all_cells;
    return solitaire::Search(cross, most).solve(cross.word_of(position), std::popcount(position));
  });
}

}  // namespace

NB_MODULE(_native, module) {
  // Whoever keeps a position until the interpreter ends has made no mistake and is not to read about leaks.
  nb::set_leak_warnings(false);
  bind<2>(module, "2");
  bind<4>(module, "4");
  bind_census(module);
  bind_placements(module);
  bind_solitaire(module);
}
