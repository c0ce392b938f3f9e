// What Python sees of the searches.
#include <cerrno>
#include <filesystem>

#include "beam.hpp"
#include "census.hpp"
#include "exact.hpp"
#include "from_python.hpp"
#include "meeting.hpp"
#include "module_sharded.hpp"
#include "placements.hpp"
#include "read_numbers.hpp"
#include "solitaire.hpp"

using namespace halma;
using namespace halma::puzzles;

namespace {

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
             [](const Task& task, int limit, std::size_t most, std::size_t threads,
                const std::function<bool(std::uint64_t)>& stop) {
                 Answer answer;
                 {
                     nb::gil_scoped_release released;
                     std::uint64_t positions = 0;
                     const Ask told = [&] { return stop(positions); };
                     const Ask asked = asking(told);
                     answer = Exact(task, limit, most, threads).solve([&](std::uint64_t so_far) {
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
    nb::class_<Prices>(module, "Prices")
        .def("__init__",
             [](Prices* self, const Task& task, const std::vector<int>& cells, const std::vector<int>& marks, int empty,
                unsigned noise, std::uint64_t seed, const std::vector<int>& mirror) {
                 const auto& game = *task.game;
                 const Weights weights{by_site<std::int32_t>(game, cells), by_site<std::int32_t>(game, marks), empty,
                                       noise, seed};
                 std::optional<BySite<Site>> images;
                 if (!mirror.empty()) images = permutation(game, mirror);
                 new (self) Prices(task, weights, images);
             });
    nb::class_<Beam>(module, "Beam")
        .def("__init__",
             [](Beam* self, const Prices& prices, std::size_t width, bool remembers, std::size_t threads,
                const std::string& folder) {
                 if (width == 0) throw std::invalid_argument("a beam keeps one position at least");
                 new (self) Beam(prices, width, remembers, threads, folder);
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
                 if (beam.solution()) line = line_of(beam.task().lattice(), *beam.solution());
                 return line;
             })
        .def("meet", [](const Beam& beam, const Beam& other, const std::vector<int>& turn) {
            const auto turned = permutation(*beam.task().game, turn);
            nb::gil_scoped_release released;
            const auto moves = meet(beam, other, turned);
            std::optional<Line> line;
            if (moves) line = line_of(beam.task().lattice(), *moves);
            return line;
        });
}

void bind_census(nb::module_& module) {
    nb::class_<CensusMoves>(module, "CensusMoves")
        .def("__init__", [](CensusMoves* self, const Task& task, std::vector<int> mirror, std::vector<int> turn,
                            std::vector<int> advance, int arrival, int gain, int limit) {
            require_permutation(*task.game, mirror);
            require_permutation(*task.game, turn);
            new (self) CensusMoves(task, std::move(mirror), std::move(turn), std::move(advance), arrival, gain, limit);
        });
    nb::class_<Census>(module, "Census")
        .def("__init__",
             [](Census* self, const CensusMoves& moves, std::size_t threads) { new (self) Census(moves, threads); })
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
        .def_prop_ro("bytes", &Census::bytes)
        .def("size", &Census::size)
        .def("digest", &Census::digest)
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
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const std::filesystem::filesystem_error& problem) {
            errno = problem.code().value();
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, problem.path1().string().c_str());
        }
    });
    bind_task(module);
    bind_beam(module);
    bind_census(module);
    sharded::bind(module);
    bind_placements(module);
    bind_solitaire(module);
}
