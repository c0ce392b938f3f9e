// All positions of a few pieces, level by level: what settles a small puzzle for good.
//
// Moves can be taken back, so the positions n moves before the goal are the turned images of those n moves after the
// start. If no position within `half` moves of the start is also the image of one within `half` moves (or one less), no
// solution of that length exists.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "number_set.hpp"
#include "task.hpp"

namespace halma::puzzles {

// Pieces as one number: their cells, counted from 1, in rising order, seven bits each.
using PackedCells = std::uint64_t;
constexpr int packed_bits = 7;
constexpr int most_packed = 9;
constexpr int most_packed_cells = 126;

inline PackedCells with_cell(PackedCells packed, int cell) {
    const auto number = static_cast<PackedCells>(cell + 1);
    int shift = 0;
    while ((packed >> shift & 127) > number) shift += packed_bits;
    const PackedCells lower = packed & ((PackedCells{1} << shift) - 1);
    return (packed >> shift << packed_bits | number) << shift | lower;
}
inline PackedCells without_cell(PackedCells packed, int cell) {
    const auto number = static_cast<PackedCells>(cell + 1);
    int shift = 0;
    while ((packed >> shift & 127) != number) shift += packed_bits;
    const PackedCells lower = packed & ((PackedCells{1} << shift) - 1);
    return packed >> shift >> packed_bits << shift | lower;
}

class Census {
   public:
    // `mirror` maps the board onto itself and each end of the puzzle onto itself; `turn` maps one end onto the other.
    // Both are permutations of the cells. A position more than `limit` moves from the goal by the bound for the
    // foremost piece is left out: `advance` tells how far a cell is, `arrival` how far the nearest goal cell is, and a
    // move brings no piece more than `gain` further than the foremost of the others.
    Census(const Task& task, std::vector<int> mirror, std::vector<int> turn, std::vector<int> advance, int arrival,
           int gain, int limit)
        : task_(task),
          mirror_(std::move(mirror)),
          turn_(std::move(turn)),
          advance_(std::move(advance)),
          arrival_(arrival),
          gain_(gain),
          limit_(limit) {
        const auto cells = static_cast<std::size_t>(task.game->rules->cells);
        if (cells > most_packed_cells || task.start.pieces.count() > most_packed || task.goals.size() != 1 || gain < 1)
            throw std::invalid_argument("too many cells, pieces or goals for a census");
        if (mirror_.size() != cells || turn_.size() != cells || advance_.size() != cells)
            throw std::invalid_argument("the cells of a census are not those of the board");
        PackedCells start = 0;
        task.start.pieces.each([&](int site) { start = with_cell(start, task.lattice().cell_of(site)); });
        levels_.push_back({std::min(start, image(start, mirror_))});
    }

    std::size_t depth() const { return levels_.size() - 1; }
    const std::vector<std::vector<PackedCells>>& levels() const { return levels_; }

    bool extend(const std::function<bool()>& stop) {
        NumberSet<PackedCells> found(levels_.back().size() * 2);
        std::size_t asked = 0;
        for (auto packed : levels_.back()) {
            if ((++asked & 0xffff) == 0 && stop()) return false;
            expand(packed, found);
        }
        auto values = found.values();
        std::sort(values.begin(), values.end());
        // Taking back the last move leads one level back at most, so older levels need not be asked.
        for (std::size_t back = 1; back <= 2 && back <= levels_.size(); ++back) {
            const auto& level = levels_[levels_.size() - back];
            std::vector<PackedCells> fresh;
            fresh.reserve(values.size());
            std::set_difference(values.begin(), values.end(), level.begin(), level.end(), std::back_inserter(fresh));
            values.swap(fresh);
        }
        levels_.push_back(std::move(values));
        return true;
    }

    // Whether a position of the last level is the turned image of one of the level `other`.
    bool meets(std::size_t other) const {
        const auto& level = levels_.at(other);
        for (auto packed : levels_.back()) {
            const PackedCells turned = image(packed, turn_);
            if (std::binary_search(level.begin(), level.end(), std::min(turned, image(turned, mirror_)))) return true;
        }
        return false;
    }

    std::uint64_t digest(std::size_t depth) const {
        std::uint64_t sum = 0;
        for (auto packed : levels_.at(depth)) sum += mixed(packed);
        return sum;
    }

   private:
    void expand(PackedCells packed, NumberSet<PackedCells>& found) {
        const Lattice& lattice = task_.lattice();
        Words pieces{};
        Foremost foremost;
        for (PackedCells rest = packed; rest; rest >>= packed_bits) {
            const int cell = static_cast<int>(rest & 127) - 1;
            pieces.insert(lattice.site_of(cell));
            foremost.add(advance_[cell]);
        }
        const Words& goal = task_.goals[0];
        const int missing = (goal - pieces).count(), left = limit_ - static_cast<int>(levels_.size());
        const PackedCells mirrored = image(packed, mirror_);
        each_piece(lattice, task_.ends, pieces, [&](int from, std::size_t to, Word lands) {
            const int origin = lattice.cell_of(from);
            const PackedCells others = without_cell(packed, origin);
            const PackedCells others_mirrored = without_cell(mirrored, mirror_[origin]);
            for (; lands; lands &= lands - 1) {
                const int site = lowest_site(to, lands), target = lattice.cell_of(site);
                const int distance = arrival_ - foremost.after(advance_[origin], advance_[target]);
                const int wait = std::max(0, (distance + gain_ - 1) / gain_ - 1);
                if (missing + goal.contains(from) - goal.contains(site) + wait > left) continue;
                children_.push_back(std::min(with_cell(others, target), with_cell(others_mirrored, mirror_[target])));
                found.prefetch(children_.back());
            }
        });
        // All are asked for before the first one is used, because memory is slow.
        for (auto child : children_) found.insert(child);
        children_.clear();
    }

    static PackedCells image(PackedCells packed, const std::vector<int>& permutation) {
        PackedCells found = 0;
        for (; packed; packed >>= packed_bits)
            found = with_cell(found, permutation[static_cast<int>(packed & 127) - 1]);
        return found;
    }

    Task task_;
    std::vector<int> mirror_, turn_, advance_;
    int arrival_, gain_, limit_;
    std::vector<std::vector<PackedCells>> levels_;
    std::vector<PackedCells> children_;
};

}  // namespace halma::puzzles
