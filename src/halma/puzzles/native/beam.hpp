// A wide beam: level by level the cheapest positions go on, found by as many threads as there are.
//
// A level is defined by the one before it: of all positions one move further the `width` cheapest, each once, with the
// first move that leads there, in the order of their shards and in these of the moves. So it does not depend on
// threads, nor on how far the work was when a limit became known. `sharded.hpp` makes the same levels on many machines.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crew.hpp"
#include "links.hpp"
#include "prices.hpp"

namespace halma::puzzles {

// The limit that `width` of some positions keep; none where there are fewer. `costs` and `keys` belong together.
inline CostLimit limit_of(std::vector<std::pair<std::int32_t, std::uint64_t>>& found, std::size_t width) {
    if (found.size() <= width) return {};
    const auto last = found.begin() + static_cast<std::ptrdiff_t>(width - 1);
    std::nth_element(found.begin(), last, found.end());
    return {last->first, last->second};
}

class Beam {
   public:
    // Asked every few thousand positions; true ends the search.
    using Stop = std::function<bool()>;

    // A beam that is to meet another one remembers the level before its last. What is only needed for the line lies in
    // `folder`, or in memory if that is empty.
    Beam(const Prices& prices, std::size_t width, bool remembers, std::size_t threads, const std::string& folder)
        : prices_(prices),
          width_(width),
          remembers_(remembers),
          threads_(std::max<std::size_t>(threads, 1)),
          links_(std::make_unique<Links>(folder)) {
        const BeamEntry first = prices.first();
        level_.push_back(first);
        links_->add({{0, {}}});
        for (Shard& shard : shards_) shard.entries.reserve(most_waiting() / shard_count * 9 / 8 + 40);
        found_.reserve(most_waiting());
        if (task().solved(first.pieces, first.mark)) solution_.emplace();
    }

    std::size_t depth() const { return links_->levels() - 1; }
    std::size_t threads() const { return threads_; }
    const std::vector<BeamEntry>& level() const { return level_; }
    const std::vector<BeamEntry>& previous() const { return previous_; }
    const Task& task() const { return prices_.task(); }
    const std::optional<std::vector<Move>>& solution() const { return solution_; }
    std::uint64_t positions() const { return positions_; }
    std::size_t bytes() const {
        std::size_t total = (level_.capacity() + previous_.capacity()) * sizeof(BeamEntry) + links_->bytes();
        total += found_.capacity() * sizeof(found_[0]);
        for (const Shard& shard : shards_) total += shard.entries.capacity() * sizeof(BeamEntry) + shard.keys.bytes();
        for (const auto& buckets : buckets_)
            for (const auto& bucket : buckets) total += bucket.capacity() * sizeof(BeamChild);
        return total;
    }

    // One level further; false if nothing is left or somebody stopped it.
    bool advance(const Stop& stop) {
        Crew crew(std::min(threads_, level_.size() / fewest_for_a_thread + 1));
        for (Shard& shard : shards_) shard.clear();
        limit_ = {};
        // Moves of a position that the limit admits; at first all of them. As many positions are looked at in a round
        // as there is room for what they lead to.
        double moves_of_each = most_moves;
        for (std::size_t begin = 0; begin < level_.size();) {
            if (stop()) return false;
            const double room = static_cast<double>(std::min(width_, most_waiting() - size())) / moves_of_each;
            const auto positions = static_cast<std::size_t>(std::clamp(room, 16.0, most_in_a_round));
            const std::size_t end = std::min(level_.size(), begin + positions);
            expand(crew, begin, end);
            positions_ += end - begin;
            for (const auto& [parent, move] : solving_)
                if (parent != no_parent) {
                    solution_ = links_->line(parent, depth());
                    solution_->push_back(move);
                    links_->add({{parent, move}});
                    return true;
                }
            absorb(crew);
            std::size_t moves = 0;
            for (const auto& buckets : buckets_)
                for (const auto& bucket : buckets) moves += bucket.size();
            moves_of_each = std::max(1.0, static_cast<double>(moves) / static_cast<double>(end - begin));
            begin = end;
            if (size() > 2 * width_) sift(crew);
        }
        if (size() > width_) sift(crew);
        if (!size()) return false;
        close_level(crew);
        return true;
    }

    std::vector<Move> line(std::uint32_t index, std::size_t depth) const { return links_->line(index, depth); }

   private:
    static constexpr std::uint32_t no_parent = UINT32_MAX;
    static constexpr std::size_t chunks = 64, fewest_for_a_thread = 500;
    static constexpr double most_moves = 100, most_in_a_round = 32'768;

    // The positions of the next level with one part of the hashes.
    struct Shard {
        std::vector<BeamEntry> entries;
        NumberSet<std::uint64_t> keys{0};
        void clear() {
            entries.clear();
            keys.clear();
        }
    };

    // Positions of the next level that are kept at a time, before they are sifted.
    std::size_t most_waiting() const { return 2 * width_ + width_ / 4 + 1; }
    std::size_t size() const {
        std::size_t total = 0;
        for (const Shard& shard : shards_) total += shard.entries.size();
        return total;
    }

    // The moves of some positions, by chunks of the positions and shards of where they lead.
    void expand(Crew& crew, std::size_t begin, std::size_t end) {
        const std::size_t each = std::max<std::size_t>((end - begin + chunks - 1) / chunks, 64);
        solving_.fill({no_parent, {}});
        crew.each(chunks, [&](std::size_t chunk) {
            auto& buckets = buckets_[chunk];
            for (auto& bucket : buckets) bucket.clear();
            const std::size_t first = std::min(end, begin + chunk * each), last = std::min(end, first + each);
            for (std::size_t index = first; index < last; ++index) {
                const auto number = static_cast<std::uint32_t>(index);
                const auto solving = prices_.each_child(level_[index], number, limit_, [&](const BeamChild& child) {
                    buckets[shard_of(child.key)].push_back(child);
                });
                if (!solving) continue;
                solving_[chunk] = {number, *solving};
                return;
            }
        });
    }

    void absorb(Crew& crew) {
        crew.each(shard_count, [&](std::size_t number) {
            Shard& shard = shards_[number];
            for (const auto& buckets : buckets_) {
                const auto& bucket = buckets[number];
                // Memory that has been asked for early is there when it is needed.
                constexpr std::size_t ahead = 8;
                for (std::size_t at = 0; at < bucket.size(); ++at) {
                    if (at + ahead < bucket.size()) shard.keys.prefetch(bucket[at + ahead].key);
                    const BeamChild& child = bucket[at];
                    if (shard.keys.insert(child.key))
                        shard.entries.push_back(prices_.entry_of(level_[child.parent], child));
                }
            }
        });
    }

    // Leaves the cheapest ones.
    void sift(Crew& crew) {
        std::array<std::size_t, shard_count + 1> begins{};
        for (std::size_t at = 0; at < shard_count; ++at) begins[at + 1] = begins[at] + shards_[at].entries.size();
        found_.resize(begins[shard_count]);
        crew.each(shard_count, [&](std::size_t number) {
            auto place = found_.begin() + static_cast<std::ptrdiff_t>(begins[number]);
            for (const BeamEntry& entry : shards_[number].entries) *place++ = {entry.cost, entry.key};
        });
        limit_ = limit_of(found_, width_);
        crew.each(shard_count, [&](std::size_t number) {
            Shard& shard = shards_[number];
            std::erase_if(shard.entries, [&](const BeamEntry& entry) { return !limit_.admits(entry); });
            shard.keys.clear();
            for (const BeamEntry& entry : shard.entries) shard.keys.insert(entry.key);
        });
    }

    void close_level(Crew& crew) {
        std::array<std::size_t, shard_count + 1> begins{};
        for (std::size_t at = 0; at < shard_count; ++at) begins[at + 1] = begins[at] + shards_[at].entries.size();
        if (remembers_) previous_.swap(level_);
        level_.resize(begins[shard_count]);
        std::vector<Link> links(level_.size());
        crew.each(shard_count, [&](std::size_t number) {
            std::size_t place = begins[number];
            for (const BeamEntry& entry : shards_[number].entries) {
                links[place] = {entry.parent, entry.move};
                level_[place++] = entry;
            }
        });
        links_->add(std::move(links));
    }

    Prices prices_;
    std::size_t width_;
    bool remembers_;
    std::size_t threads_;
    std::vector<BeamEntry> level_, previous_;
    // Of the level that is being made.
    std::array<Shard, shard_count> shards_;
    std::array<std::array<std::vector<BeamChild>, shard_count>, chunks> buckets_;
    std::array<std::pair<std::uint32_t, Move>, chunks> solving_{};
    std::vector<std::pair<std::int32_t, std::uint64_t>> found_;
    CostLimit limit_;
    std::unique_ptr<Links> links_;
    std::optional<std::vector<Move>> solution_;
    std::uint64_t positions_ = 0;
};

}  // namespace halma::puzzles
