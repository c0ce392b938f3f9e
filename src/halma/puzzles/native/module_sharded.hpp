// What Python sees of levels that are made piece by piece: everything travels as bytes.
#pragma once

#include <cstring>
#include <iterator>

#include "from_python.hpp"
#include "meeting.hpp"
#include "sharded.hpp"

namespace halma::puzzles::sharded {

// A copy, because bytes lie anywhere.
template <class Value>
std::vector<Value> values_of(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(Value)) throw std::invalid_argument("a part of a level is incomplete");
    std::vector<Value> values(bytes.size() / sizeof(Value));
    if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), bytes.c_str(), bytes.size());
    return values;
}

template <class Value>
std::vector<std::vector<Value>> all_values_of(const std::vector<nb::bytes>& parts) {
    std::vector<std::vector<Value>> found;
    for (const auto& part : parts) found.push_back(values_of<Value>(part));
    return found;
}

template <class Value>
std::vector<std::span<const Value>> spans_of(const std::vector<std::vector<Value>>& parts) {
    return {parts.begin(), parts.end()};
}

template <class Value>
nb::bytes bytes_of(const std::vector<Value>& values) {
    return nb::bytes(values.data(), values.size() * sizeof(Value));
}

template <class Value>
std::vector<nb::bytes> bytes_of(const ByShard<Value>& shards) {
    std::vector<nb::bytes> found;
    for (const auto& shard : shards) found.push_back(bytes_of(shard));
    return found;
}

using Limit = std::pair<std::int32_t, std::uint64_t>;
using Solving = std::tuple<std::uint32_t, int, int>;

// The sum of a level's positions, as proofs have it.
inline std::uint64_t digest(const nb::bytes& cells) {
    std::uint64_t sum = 0;
    for (auto packed : values_of<PackedCells>(cells)) sum += mixed(packed);
    return sum;
}

inline Line line_at(const Task& task, const std::vector<std::pair<int, int>>& sites) {
    Line line;
    for (auto [from, to] : sites) line.emplace_back(task.lattice().cell_of(from), task.lattice().cell_of(to));
    return line;
}

inline void bind_beams(nb::module_& module) {
    module.def("first", [](const Prices& prices) { return bytes_of(std::vector{prices.first()}); });
    module.def("expand_entries",
               [](const Prices& prices, const nb::bytes& entries, std::uint32_t begin, const Limit& limit) {
                   const auto given = values_of<BeamEntry>(entries);
                   Expanded found;
                   {
                       nb::gil_scoped_release released;
                       found = expand(prices, given, begin, {limit.first, limit.second});
                   }
                   std::optional<Solving> solving;
                   if (found.solving)
                       solving = {found.solving->first, found.solving->second.from, found.solving->second.to};
                   return std::pair(solving, bytes_of(found.children));
               });
    module.def("merge_entries", [](const std::vector<nb::bytes>& parts) {
        const auto given = all_values_of<BeamEntry>(parts);
        return bytes_of(merged(spans_of(given)));
    });
    module.def("entries_within", [](const nb::bytes& entries, const Limit& limit) {
        return bytes_of(within(values_of<BeamEntry>(entries), {limit.first, limit.second}));
    });
    // Costs and keys, by which the cheapest ones are found.
    module.def("costs_of", [](const nb::bytes& entries) {
        std::vector<Limit> costs;
        for (const BeamEntry& entry : values_of<BeamEntry>(entries)) costs.emplace_back(entry.cost, entry.key);
        return bytes_of(costs);
    });
    module.def("limit_of", [](const std::vector<nb::bytes>& parts, std::size_t width) {
        std::vector<Limit> costs;
        for (const auto& part : parts) {
            const auto some = values_of<Limit>(part);
            costs.insert(costs.end(), some.begin(), some.end());
        }
        const auto limit = limit_of(costs, width);
        return Limit(limit.cost, limit.key);
    });
    module.def("links_of", [](const nb::bytes& entries) {
        std::vector<Link> links;
        for (const BeamEntry& entry : values_of<BeamEntry>(entries)) links.push_back({entry.parent, entry.move});
        return bytes_of(links);
    });
    // Where a position came from, and by which move.
    module.def("link_at", [](const nb::bytes& link) {
        const Link found = values_of<Link>(link).at(0);
        return Solving(found.parent, found.move.from, found.move.to);
    });
    module.attr("ENTRY_BYTES") = sizeof(BeamEntry);
    module.attr("LINK_BYTES") = sizeof(Link);
    module.attr("SHARDS") = shard_count;
}

inline void bind_meetings(nb::module_& module) {
    // The hashes by which positions meet, by shard, sorted. `turn` is empty for those of the beam that goes forward.
    module.def("meeting_keys",
               [](const Prices& prices, const nb::bytes& entries, const std::vector<int>& turn, bool apart) {
                   const Task& task = prices.task();
                   std::optional<BySite<Site>> turned;
                   if (!turn.empty()) turned = permutation(*task.game, turn);
                   ByShard<std::uint64_t> keys;
                   const MeetingKeys each(task, apart);
                   for (const BeamEntry& entry : values_of<BeamEntry>(entries))
                       each.visit(turned ? image_of(entry, *turned) : Place{entry.pieces, entry.mark},
                                  [&](std::uint64_t key, int) { keys[shard_of(key)].push_back(key); });
                   for (auto& shard : keys) {
                       std::sort(shard.begin(), shard.end());
                       shard.erase(std::unique(shard.begin(), shard.end()), shard.end());
                   }
                   return bytes_of(keys);
               });
    module.def("common_keys", [](const std::vector<nb::bytes>& one, const std::vector<nb::bytes>& other) {
        std::vector<std::uint64_t> sides[2], both;
        for (int side = 0; side < 2; ++side) {
            for (const auto& part : side == 0 ? one : other) {
                const auto keys = values_of<std::uint64_t>(part);
                sides[side].insert(sides[side].end(), keys.begin(), keys.end());
            }
            std::sort(sides[side].begin(), sides[side].end());
            sides[side].erase(std::unique(sides[side].begin(), sides[side].end()), sides[side].end());
        }
        std::set_intersection(sides[0].begin(), sides[0].end(), sides[1].begin(), sides[1].end(),
                              std::back_inserter(both));
        return bytes_of(both);
    });
    module.def("sorted_keys", [](const nb::bytes& some) {
        auto keys = values_of<std::uint64_t>(some);
        std::sort(keys.begin(), keys.end());
        return bytes_of(keys);
    });
    // The places of the positions that have one of some hashes, and these positions.
    module.def("entries_with", [](const Prices& prices, const nb::bytes& entries, const std::vector<int>& turn,
                                  bool apart, const nb::bytes& wanted) {
        const Task& task = prices.task();
        std::optional<BySite<Site>> turned;
        if (!turn.empty()) turned = permutation(*task.game, turn);
        const auto keys = values_of<std::uint64_t>(wanted);
        const auto given = values_of<BeamEntry>(entries);
        std::vector<std::size_t> places;
        std::vector<BeamEntry> found;
        const MeetingKeys each(task, apart);
        for (std::size_t place = 0; place < given.size(); ++place) {
            bool has = false;
            each.visit(turned ? image_of(given[place], *turned) : Place{given[place].pieces, given[place].mark},
                       [&](std::uint64_t key, int) { has |= std::binary_search(keys.begin(), keys.end(), key); });
            if (!has) continue;
            places.push_back(place);
            found.push_back(given[place]);
        }
        return std::pair(places, bytes_of(found));
    });
    // Which of some positions meet, and the move between them.
    module.def("meet_entries", [](const Prices& prices, const nb::bytes& forward, const nb::bytes& backward,
                                  const std::vector<int>& turn, bool apart) {
        using Met = std::tuple<std::uint32_t, std::uint32_t, std::optional<std::pair<int, int>>>;
        const Task& task = prices.task();
        const auto turned = permutation(*task.game, turn);
        Crew crew(1);
        const auto met =
            Meetings(task, turned, apart, crew).find(values_of<BeamEntry>(forward), values_of<BeamEntry>(backward));
        std::optional<Met> found;
        if (!met) return found;
        std::optional<std::pair<int, int>> between;
        if (met->between) between.emplace(met->between->from, met->between->to);
        found.emplace(met->forward, met->backward, between);
        return found;
    });
    module.def("line_of", [](const Prices& prices, const std::vector<std::pair<int, int>>& sites) {
        return line_at(prices.task(), sites);
    });
    module.def("turned_sites", [](const Prices& prices, const std::vector<int>& turn) {
        const auto turned = permutation(*prices.task().game, turn);
        return std::vector<int>(turned.begin(), turned.end());
    });
}

inline void bind_censuses(nb::module_& module) {
    module.def("start_cells", [](const CensusMoves& moves) { return bytes_of(std::vector{moves.start()}); });
    module.def("expand_cells", [](const CensusMoves& moves, const nb::bytes& cells, int depth) {
        const auto given = values_of<PackedCells>(cells);
        ByShard<PackedCells> found;
        {
            nb::gil_scoped_release released;
            found = expand(moves, given, depth);
        }
        return bytes_of(found);
    });
    module.def("merge_cells", [](const std::vector<nb::bytes>& parts, const nb::bytes& last, const nb::bytes& before) {
        const auto given = all_values_of<PackedCells>(parts);
        return bytes_of(merged(spans_of(given), values_of<PackedCells>(last), values_of<PackedCells>(before)));
    });
    module.def("turned_cells", [](const CensusMoves& moves, const nb::bytes& cells) {
        return bytes_of(turned(moves, values_of<PackedCells>(cells)));
    });
    module.def("have_common_cells", [](const std::vector<nb::bytes>& parts, const nb::bytes& level) {
        const auto other = values_of<PackedCells>(level);
        for (const auto& part : parts)
            if (have_one_in_common(values_of<PackedCells>(part), other)) return true;
        return false;
    });
    module.def("digest_of_cells", &digest);
    module.def("shard_of_cells", [](const nb::bytes& cells) { return shard_of(values_of<PackedCells>(cells).at(0)); });
}

inline void bind(nb::module_& module) {
    bind_beams(module);
    bind_meetings(module);
    bind_censuses(module);
}

}  // namespace halma::puzzles::sharded
