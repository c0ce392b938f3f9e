// What Python sees of the searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "beam.hpp"
#include "census.hpp"
#include "exact.hpp"
#include "placements.hpp"
#include "read_numbers.hpp"
#include "solitaire.hpp"

namespace nb = nanobind;
using namespace halma;
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

// A game is read once and shared by all its tasks.
struct NativeGame {
    std::shared_ptr<const LatticeGame> game;
};

Line line_of(const Lattice& lattice, const std::vector<Move>& moves) {
    Line line;
    for (auto move : moves) line.emplace_back(lattice.cell_of(move.from), lattice.cell_of(move.to));
    return line;
}

int site_of(const LatticeGame& game, int cell) {
    if (cell < 0 || cell >= game.rules->cells) throw std::invalid_argument("no such cell");
    return game.lattice().site_of(cell);
}

Words words_of(const LatticeGame& game, const std::vector<int>& cells) {
    Words words{};
    for (int cell : cells) words.insert(site_of(game, cell));
    return words;
}

// Something for each cell, by site.
template <class Value>
BySite<Value> by_site(const LatticeGame& game, const std::vector<int>& values) {
    if (values.size() != static_cast<std::size_t>(game.rules->cells))
        throw std::invalid_argument("the board has more or fewer cells");
    BySite<Value> found{};
    for (std::size_t cell = 0; cell < values.size(); ++cell)
        found[game.lattice().site_of(static_cast<int>(cell))] = static_cast<Value>(values[cell]);
    return found;
}

// The image of each cell, every cell once.
void require_permutation(const LatticeGame& game, const std::vector<int>& images) {
    if (images.size() != static_cast<std::size_t>(game.rules->cells))
        throw std::invalid_argument("the board has more or fewer cells");
    if (words_of(game, images) != game.lattice().cells) throw std::invalid_argument("two cells have the same image");
}

BySite<Site> permutation(const LatticeGame& game, std::vector<int> images) {
    require_permutation(game, images);
    for (int& cell : images) cell = game.lattice().site_of(cell);
    return by_site<Site>(game, images);
}

using Rows = std::vector<std::vector<int>>;

Task make_task(const std::shared_ptr<const LatticeGame>& game, const std::vector<int>& start, int mark,
               const Rows& goals, int mark_goal, const std::vector<int>& keep, const std::vector<int>& shun,
               const std::vector<int>& heights, int gain) {
    Task task;
    task.game = game;
    task.start.pieces = words_of(*game, start);
    for (const auto& goal : goals) task.goals.push_back(words_of(*game, goal));
    if (task.goals.empty()) throw std::invalid_argument("a puzzle needs a goal");
    if (mark != no_cell) {
        if (game->rules->kinds.size() < 3) throw std::invalid_argument("no piece of this game is marked");
        task.start.mark = static_cast<std::int16_t>(site_of(*game, mark));
        if (!task.start.pieces.contains(task.start.mark)) throw std::invalid_argument("the marked piece is missing");
    }
    if (mark_goal != no_cell) task.mark_goal = site_of(*game, mark_goal);
    task.restrict_to(words_of(*game, keep), words_of(*game, shun));
    if (!heights.empty()) {
        if (gain < 1) throw std::invalid_argument("a move gains something");
        task.measure = Measure{by_site<std::int16_t>(*game, heights), gain};
    }
    return task;
}

// The way through the middle: forward, perhaps one move between, then the other beam's line backwards.
std::optional<Line> meeting(const Beam& forward, const Beam& backward, const BySite<Site>& turn) {
    const int ahead = static_cast<int>(forward.depth()), back = static_cast<int>(backward.depth());
    struct Attempt {
        const std::vector<Beam::Entry>& first;
        int depth;
        bool apart;
    };
    const Attempt attempts[] = {
        {forward.previous(), ahead - 1, true}, {forward.level(), ahead, false}, {forward.level(), ahead, true}};
    for (const auto& attempt : attempts) {
        const auto met = meet(forward.task(), attempt.first, backward.level(), turn, attempt.apart);
        if (!met) continue;
        auto moves = forward.line(met->forward, attempt.depth);
        if (met->between) moves.push_back(*met->between);
        const auto rest = backward.line(met->backward, back);
        for (auto move = rest.rbegin(); move != rest.rend(); ++move)
            moves.push_back({turn[move->to], turn[move->from]});
        return line_of(forward.task().lattice(), moves);
    }
    return {};
}

void bind_task(nb::module_& module) {
    nb::class_<NativeGame>(module, "Game").def("__init__", [](NativeGame* self, const nb::bytes& numbers) {
        new (self) NativeGame{std::make_shared<const LatticeGame>(read_rules(read_numbers(numbers)))};
    });
    nb::class_<Task>(module, "Task")
        .def("__init__",
             [](Task* self, const NativeGame& game, const std::vector<int>& start, int mark, const Rows& goals,
                int mark_goal, const std::vector<int>& keep, const std::vector<int>& shun,
                const std::vector<int>& heights, int gain) {
                 new (self) Task(make_task(game.game, start, mark, goals, mark_goal, keep, shun, heights, gain));
             })
        .def("exact",
             [](const Task& task, int limit, std::size_t most, const std::function<bool(std::uint64_t)>& stop) {
                 Answer answer;
                 {
                     nb::gil_scoped_release released;
                     std::uint64_t positions = 0;
                     const Ask told = [&] { return stop(positions); };
                     const Ask asked = asking(told);
                     answer = Exact(task, limit, most).solve([&](std::uint64_t so_far) {
                         positions = so_far;
                         return asked();
                     });
                 }
                 raise_if_interrupted();
                 std::optional<Line> line;
                 if (answer.found) line = line_of(task.lattice(), answer.moves);
                 return std::tuple(line, answer.bound, answer.positions);
             })
        .def("moves", [](const Task& task) {
            std::vector<Move> found;
            each_move(task.lattice(), task.ends, task.start.pieces, [&](Move move) { found.push_back(move); });
            return line_of(task.lattice(), found);
        });
}

void bind_beam(nb::module_& module) {
    nb::class_<Beam>(module, "Beam")
        .def("__init__",
             [](Beam* self, const Task& task, const std::vector<int>& cells, const std::vector<int>& marks, int empty,
                unsigned noise, std::uint64_t seed, std::size_t width, bool remembers, const std::vector<int>& mirror) {
                 if (width == 0) throw std::invalid_argument("a beam keeps one position at least");
                 const auto& game = *task.game;
                 const Weights weights{by_site<std::int32_t>(game, cells), by_site<std::int32_t>(game, marks), empty,
                                       noise, seed};
                 std::optional<BySite<Site>> images;
                 if (!mirror.empty()) images = permutation(game, mirror);
                 new (self) Beam(task, weights, width, remembers, images);
             })
        .def("advance",
             [](Beam& beam, const Ask& stop) {
                 bool going = false;
                 {
                     nb::gil_scoped_release released;
                     going = beam.advance(asking(stop));
                 }
                 raise_if_interrupted();
                 return going;
             })
        .def_prop_ro("depth", &Beam::depth)
        .def_prop_ro("size", [](const Beam& beam) { return beam.level().size(); })
        .def_prop_ro("positions", &Beam::positions)
        .def_prop_ro("bytes", &Beam::bytes)
        .def("solution",
             [](const Beam& beam) {
                 std::optional<Line> line;
                 if (beam.solved()) line = line_of(beam.task().lattice(), beam.line(*beam.solved(), beam.depth()));
                 return line;
             })
        .def("meet", [](const Beam& beam, const Beam& other, const std::vector<int>& turn) {
            const auto turned = permutation(*beam.task().game, turn);
            nb::gil_scoped_release released;
            return meeting(beam, other, turned);
        });
}

void bind_census(nb::module_& module) {
    nb::class_<Census>(module, "Census")
        .def("__init__",
             [](Census* self, const Task& task, std::vector<int> mirror, std::vector<int> turn,
                std::vector<int> advance, int arrival, int gain, int limit) {
                 require_permutation(*task.game, mirror);
                 require_permutation(*task.game, turn);
                 new (self) Census(task, std::move(mirror), std::move(turn), std::move(advance), arrival, gain, limit);
             })
        .def("extend",
             [](Census& census, const Ask& stop) {
                 bool going = false;
                 {
                     nb::gil_scoped_release released;
                     going = census.extend(asking(stop));
                 }
                 raise_if_interrupted();
                 return going;
             })
        .def_prop_ro("depth", &Census::depth)
        .def("size", [](const Census& census, std::size_t depth) { return census.levels().at(depth).size(); })
        .def("digest", [](const Census& census, std::size_t depth) { return census.digest(depth); })
        .def("meets", [](const Census& census, std::size_t other) {
            nb::gil_scoped_release released;
            return census.meets(other);
        });
}

void bind_placements(nb::module_& module) {
    nb::class_<Placements>(module, "Placements")
        .def("__init__",
             [](Placements* self, const Task& task, std::vector<int> cells) {
                 std::sort(cells.begin(), cells.end());
                 words_of(*task.game, cells);
                 if (std::adjacent_find(cells.begin(), cells.end()) != cells.end())
                     throw std::invalid_argument("a cell is given twice");
                 new (self) Placements(task, cells);
             })
        .def("extend",
             [](Placements& placements, const Ask& stop) {
                 bool going = false;
                 {
                     nb::gil_scoped_release released;
                     going = placements.extend(asking(stop));
                 }
                 raise_if_interrupted();
                 return going;
             })
        .def("digest",
             [](const Placements& placements) {
                 nb::gil_scoped_release released;
                 return placements.digest();
             })
        .def_prop_ro("total", &Placements::total)
        .def_prop_ro("bytes", &Placements::bytes)
        .def_prop_ro("counts", &Placements::counts)
        .def_prop_ro("goal_depth", &Placements::goal_depth);
}

template <class Value>
nb::bytes bytes_of(const std::vector<Value>& values) {
    return nb::bytes(values.data(), values.size() * sizeof(Value));
}

void bind_solitaire(nb::module_& module) {
    nb::class_<solitaire::Cross>(module, "Solitaire")
        .def("__init__",
             [](solitaire::Cross* self, const nb::bytes& numbers) {
                 new (self) solitaire::Cross(*read_rules(read_numbers(numbers)));
             })
        .def(
            "tablebase",
            [](const solitaire::Cross& cross) {
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
            })
        .def("reachable",
             [](const solitaire::Cross& cross, int most, const Ask& stop) {
                 std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
                 {
                     nb::gil_scoped_release released;
                     for (auto level : solitaire::reachable(cross, most, asking(stop)))
                         counts.emplace_back(level.classes, level.positions);
                 }
                 raise_if_interrupted();
                 return counts;
             })
        .def("images",
             [](const solitaire::Cross& cross, const std::vector<std::uint64_t>& classes) {
                 std::uint64_t total = 0;
                 for (auto position : classes) total += solitaire::Cross::images(cross.word_of(position));
                 return total;
             })
        // A line of hops to the goal from a position that the tablebase does not know, if there is one.
        .def("search", [](const solitaire::Cross& cross, std::uint64_t position, std::size_t most) {
            nb::gil_scoped_release released;
            position &= solitaire::all_cells;
            return solitaire::Search(cross, most).solve(cross.word_of(position), std::popcount(position));
        });
}

}  // namespace

NB_MODULE(_native, module) {
    // Whoever keeps a position until the interpreter ends has made no mistake and is not to read about leaks.
    nb::set_leak_warnings(false);
    bind_task(module);
    bind_beam(module);
    bind_census(module);
    bind_placements(module);
    bind_solitaire(module);
}
