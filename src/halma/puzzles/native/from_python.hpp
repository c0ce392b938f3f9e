// What Python hands to the searches, as they need it: cells become sites, and what does not fit is refused.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "task.hpp"

namespace nb = nanobind;

namespace halma::puzzles {

using Line = std::vector<std::pair<int, int>>;
using Ask = std::function<bool()>;

// Searches run without the interpreter; only the question whether to stop needs it.
inline Ask asking(const Ask& stop) {
    return [&stop] {
        nb::gil_scoped_acquire held;
        return PyErr_CheckSignals() != 0 || stop();
    };
}

inline void raise_if_interrupted() {
    if (PyErr_Occurred()) throw nb::python_error();
}

// A game is read once and shared by all its tasks.
struct NativeGame {
    std::shared_ptr<const LatticeGame> game;
};

inline Line line_of(const Lattice& lattice, const std::vector<Move>& moves) {
    Line line;
    for (auto move : moves) line.emplace_back(lattice.cell_of(move.from), lattice.cell_of(move.to));
    return line;
}

inline int site_of(const LatticeGame& game, int cell) {
    if (cell < 0 || cell >= game.rules->cells) throw std::invalid_argument("no such cell");
    return game.lattice().site_of(cell);
}

inline Words words_of(const LatticeGame& game, const std::vector<int>& cells) {
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
inline void require_permutation(const LatticeGame& game, const std::vector<int>& images) {
    if (images.size() != static_cast<std::size_t>(game.rules->cells))
        throw std::invalid_argument("the board has more or fewer cells");
    if (words_of(game, images) != game.lattice().cells) throw std::invalid_argument("two cells have the same image");
}

inline BySite<Site> permutation(const LatticeGame& game, std::vector<int> images) {
    require_permutation(game, images);
    for (int& cell : images) cell = game.lattice().site_of(cell);
    return by_site<Site>(game, images);
}

using Rows = std::vector<std::vector<int>>;

inline Task make_task(const std::shared_ptr<const LatticeGame>& game, const std::vector<int>& start, int mark,
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

}  // namespace halma::puzzles
