// All positions of a few pieces, level by level: what settles a small puzzle for good.
//
// Moves can be taken back, so the positions n moves before the goal are the turned images of those n moves after the
// start. If no position within `half` moves of the start is also the image of one within `half` moves (or one less), no
// solution of that length exists.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "crew.hpp"
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

// The moves of a census: which positions one move further may still be part of a solution.
class CensusMoves {
   public:
    // `mirror` maps the board onto itself and each end of the puzzle onto itself; `turn` maps one end onto the other.
    // Both are permutations of the cells. A position more than `limit` moves from the goal by the bound for the
    // foremost piece is left out: `advance` tells how far a cell is, `arrival` how far the nearest goal cell is, and a
    // move brings no piece more than `gain` further than the foremost of the others.
    CensusMoves(const Task& task, std::vector<int> mirror, std::vector<int> turn, std::vector<int> advance, int arrival,
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
    }

    PackedCells start() const {
        PackedCells start = 0;
        task_.start.pieces.each([&](int site) { start = with_cell(start, task_.lattice().cell_of(site)); });
        return lesser(start);
    }
    // The same place of the puzzle read backwards.
    PackedCells turned(PackedCells packed) const { return lesser(image(packed, turn_)); }

    // Calls visit(position) for all positions one move further, of which `depth` moves have been made then.
    template <class Visit>
    void each_child(PackedCells packed, int depth, Visit visit) const {
        const Lattice& lattice = task_.lattice();
        Words pieces{};
        Foremost foremost;
        for (PackedCells rest = packed; rest; rest >>= packed_bits) {
            const int cell = static_cast<int>(rest & 127) - 1;
            pieces.insert(lattice.site_of(cell));
            foremost.add(advance_[cell]);
        }
        const Words& goal = task_.goals[0];
        const int missing = (goal - pieces).count(), left = limit_ - depth;
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
                visit(std::min(with_cell(others, target), with_cell(others_mirrored, mirror_[target])));
            }
        });
    }

   private:
    // Of two mirror images the lesser one stands for both.
    PackedCells lesser(PackedCells packed) const { return std::min(packed, image(packed, mirror_)); }

    static PackedCells image(PackedCells packed, const std::vector<int>& permutation) {
        PackedCells found = 0;
        for (; packed; packed >>= packed_bits)
            found = with_cell(found, permutation[static_cast<int>(packed & 127) - 1]);
        return found;
    }

    Task task_;
    std::vector<int> mirror_, turn_, advance_;
    int arrival_, gain_, limit_;
};

using SortedCells = std::vector<PackedCells>;

// What is in a sorted list, but in neither of two others.
inline SortedCells without(SortedCells values, std::span<const PackedCells> one, std::span<const PackedCells> other) {
    for (const auto level : {one, other}) {
        SortedCells fresh;
        fresh.reserve(values.size());
        std::set_difference(values.begin(), values.end(), level.begin(), level.end(), std::back_inserter(fresh));
        values.swap(fresh);
    }
    return values;
}

class Census {
   public:
    // Asked every few thousand positions; true ends the search.
    using Stop = std::function<bool()>;

    Census(CensusMoves moves, std::size_t threads)
        : moves_(std::move(moves)), threads_(std::max<std::size_t>(threads, 1)) {
        const auto start = moves_.start();
        last_[shard_of(start)].push_back(start);
        Crew crew(1);
        note_level(crew);
    }

    std::size_t depth() const { return sizes_.size() - 1; }
    std::size_t size(std::size_t depth) const { return sizes_.at(depth); }
    std::uint64_t digest(std::size_t depth) const { return digests_.at(depth); }
    std::size_t bytes() const { return bytes_; }

    bool extend(const Stop& stop) {
        Crew crew(std::min(threads_, sizes_.back() / 1'000 + 1));
        std::array<NumberSet<PackedCells>, shard_count> found;
        std::vector<Part> parts = parts_of(last_);
        std::array<std::array<SortedCells, shard_count>, chunks> buckets;
        const int next_depth = static_cast<int>(sizes_.size());
        for (std::size_t begin = 0; begin < parts.size(); begin += chunks) {
            if (stop()) return false;
            const std::size_t count = std::min(chunks, parts.size() - begin);
            crew.each(count, [&](std::size_t chunk) {
                const auto& [shard, first, last] = parts[begin + chunk];
                for (auto& bucket : buckets[chunk]) bucket.clear();
                for (std::size_t at = first; at < last; ++at)
                    moves_.each_child(last_[shard][at], next_depth,
                                      [&](PackedCells child) { buckets[chunk][shard_of(child)].push_back(child); });
            });
            crew.each(shard_count, [&](std::size_t shard) {
                // Memory that has been asked for early is there when it is needed.
                constexpr std::size_t ahead = 8;
                for (std::size_t chunk = 0; chunk < count; ++chunk) {
                    const auto& bucket = buckets[chunk][shard];
                    for (std::size_t at = 0; at < bucket.size(); ++at) {
                        if (at + ahead < bucket.size()) found[shard].prefetch(bucket[at + ahead]);
                        found[shard].insert(bucket[at]);
                    }
                }
            });
        }
        bytes_ = bytes_of(last_) + bytes_of(before_);
        for (const auto& buckets_of_chunk : buckets) bytes_ += bytes_of(buckets_of_chunk);
        for (const auto& keys : found) bytes_ += keys.bytes();
        // Taking back the last move leads one level back at most, so older levels are needed no more.
        crew.each(shard_count, [&](std::size_t shard) {
            auto values = std::exchange(found[shard], NumberSet<PackedCells>(0)).values();
            std::sort(values.begin(), values.end());
            before_[shard] = without(std::move(values), last_[shard], before_[shard]);
        });
        before_.swap(last_);
        note_level(crew);
        return true;
    }

    // Whether a position of the last level is the turned image of one of the level `other`: the last one or that
    // before.
    bool meets(std::size_t other) const {
        if (other + 1 < depth() || other > depth()) throw std::invalid_argument("this level is not kept");
        const auto& level = other == depth() ? last_ : before_;
        Crew crew(std::min(threads_, sizes_.back() / 1'000 + 1));
        std::atomic<bool> met = false;
        crew.each(shard_count, [&](std::size_t number) {
            for (auto packed : last_[number]) {
                const PackedCells turned = moves_.turned(packed);
                const auto& shard = level[shard_of(turned)];
                if (!std::binary_search(shard.begin(), shard.end(), turned)) continue;
                met = true;
                return;
            }
        });
        return met;
    }

   private:
    static constexpr std::size_t chunks = 128;
    using Level = std::array<SortedCells, shard_count>;

    // Some positions of one shard.
    struct Part {
        std::size_t shard, first, last;
    };
    static std::vector<Part> parts_of(const Level& level) {
        constexpr std::size_t most = 1'024;
        std::vector<Part> parts;
        for (std::size_t shard = 0; shard < shard_count; ++shard)
            for (std::size_t first = 0; first < level[shard].size(); first += most)
                parts.push_back({shard, first, std::min(level[shard].size(), first + most)});
        return parts;
    }
    static std::size_t bytes_of(const Level& level) {
        std::size_t total = 0;
        for (const auto& shard : level) total += shard.capacity() * sizeof(PackedCells);
        return total;
    }

    void note_level(Crew& crew) {
        std::array<std::uint64_t, shard_count> sums{};
        crew.each(shard_count, [&](std::size_t number) {
            std::uint64_t sum = 0;
            for (auto packed : last_[number]) sum += mixed(packed);
            sums[number] = sum;
        });
        sizes_.push_back(0);
        digests_.push_back(0);
        for (const auto& shard : last_) sizes_.back() += shard.size();
        for (auto sum : sums) digests_.back() += sum;
        bytes_ = std::max(bytes_, bytes_of(last_) + bytes_of(before_));
    }

    CensusMoves moves_;
    std::size_t threads_;
    Level last_, before_;
    std::vector<std::size_t> sizes_;
    std::vector<std::uint64_t> digests_;
    // What the last level has taken while it was made.
    std::size_t bytes_ = 0;
};

}  // namespace halma::puzzles
