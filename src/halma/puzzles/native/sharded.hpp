// The levels of a beam or a census made piece by piece, for work that is spread over processes and machines: what one
// shard of a level leads to, and a shard of the next level from all that leads there. Nothing is kept between calls.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "beam.hpp"
#include "census.hpp"

namespace halma::puzzles {

template <class Value>
using ByShard = std::array<std::vector<Value>, shard_count>;

struct Expanded {
    // The first position with a move that solves the puzzle, by its place in the level.
    std::optional<std::pair<std::uint32_t, Move>> solving;
    ByShard<BeamEntry> children;
};

// What some positions lead to, each once. The first of them is number `begin` of its level.
inline Expanded expand(const Prices& prices, std::span<const BeamEntry> entries, std::uint32_t begin,
                       const CostLimit& limit) {
    Expanded found;
    NumberSet<std::uint64_t> keys;
    for (std::uint32_t at = 0; at < entries.size(); ++at) {
        const BeamEntry& entry = entries[at];
        const auto solving = prices.each_child(entry, begin + at, limit, [&](const BeamChild& child) {
            if (keys.insert(child.key)) found.children[shard_of(child.key)].push_back(prices.entry_of(entry, child));
        });
        if (!solving) continue;
        found.solving = {begin + at, *solving};
        break;
    }
    return found;
}

// A shard of the next level, or more than that: the positions of all parts in their order, each once.
inline std::vector<BeamEntry> merged(const std::vector<std::span<const BeamEntry>>& parts) {
    std::vector<BeamEntry> found;
    NumberSet<std::uint64_t> keys;
    for (const auto& part : parts)
        for (const BeamEntry& entry : part)
            if (keys.insert(entry.key)) found.push_back(entry);
    return found;
}

inline std::vector<BeamEntry> within(std::span<const BeamEntry> entries, const CostLimit& limit) {
    std::vector<BeamEntry> found;
    for (const BeamEntry& entry : entries)
        if (limit.admits(entry)) found.push_back(entry);
    return found;
}

// The positions one move further, sorted and each once.
inline ByShard<PackedCells> expand(const CensusMoves& moves, std::span<const PackedCells> cells, int depth) {
    NumberSet<PackedCells> all;
    ByShard<PackedCells> found;
    for (auto packed : cells)
        moves.each_child(packed, depth, [&](PackedCells child) {
            if (all.insert(child)) found[shard_of(child)].push_back(child);
        });
    for (auto& shard : found) std::sort(shard.begin(), shard.end());
    return found;
}

inline ByShard<PackedCells> turned(const CensusMoves& moves, std::span<const PackedCells> cells) {
    ByShard<PackedCells> found;
    for (auto packed : cells) {
        const auto turned = moves.turned(packed);
        found[shard_of(turned)].push_back(turned);
    }
    for (auto& shard : found) std::sort(shard.begin(), shard.end());
    return found;
}

// A shard of the next level of a census: what is new of all parts, given the same shard of the last two levels.
inline SortedCells merged(const std::vector<std::span<const PackedCells>>& parts, std::span<const PackedCells> last,
                          std::span<const PackedCells> before) {
    SortedCells values;
    for (const auto& part : parts) {
        SortedCells both;
        both.reserve(values.size() + part.size());
        std::set_union(values.begin(), values.end(), part.begin(), part.end(), std::back_inserter(both));
        values.swap(both);
    }
    return without(std::move(values), last, before);
}

inline bool have_one_in_common(std::span<const PackedCells> one, std::span<const PackedCells> other) {
    for (auto packed : one)
        if (std::binary_search(other.begin(), other.end(), packed)) return true;
    return false;
}

}  // namespace halma::puzzles
