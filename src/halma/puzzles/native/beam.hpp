// A wide beam: level by level the cheapest positions go on. Two beams can meet in the middle.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "number_set.hpp"
#include "task.hpp"

namespace halma::puzzles {

// The cost of a position is the sum of the weights of its sites, plus `empty` for every cell a goal still lacks.
struct Weights {
    BySite<std::int32_t> site{}, mark{};
    std::int32_t empty = 0;
    // A share of chance in the cost, the same for the same position and seed.
    std::uint32_t noise = 0;
    std::uint64_t seed = 0;
};

class Beam {
   public:
    // One line of the cache: beams are as fast as memory is.
    struct Entry {
        Words pieces;
        // Of the position, and the lesser one of it and its mirror image, which stands for both.
        std::uint64_t hash, key;
        std::int32_t cost;
        std::uint32_t parent;
        Move move;
        std::int16_t mark;
    };
    static_assert(sizeof(Entry) == 64);
    struct Link {
        std::uint32_t parent;
        Move move;
    };

    // A move of the position that is being expanded. All of them are found before the first one is entered: memory that
    // has been asked for early is there when it is needed.
    struct Child {
        std::uint64_t hash, key;
        std::int32_t cost;
        Move move;
    };

    // Asked every few thousand positions; true ends the search.
    using Stop = std::function<bool()>;

    // A beam that is to meet another one remembers the level before its last. `mirror` maps the board onto itself so
    // that the puzzle and the weights stay the same; of two mirror images only one goes on. It may be empty.
    Beam(const Task& task, const Weights& weights, std::size_t width, bool remembers = false,
         const std::optional<BySite<Site>>& mirror = {})
        : task_(task), weights_(weights), width_(width), remembers_(remembers), mirrors_(mirror.has_value()) {
        const auto& [pieces, mark] = task.start;
        if (mirror)
            for (std::size_t site = 0; site < sites; ++site) mirror_keys_[site] = task.game->keys[(*mirror)[site]];
        missing_.resize(task.goals.size());
        Entry first{pieces, task.hash_of(pieces, mark), 0, full_cost(pieces, mark), 0, {}, mark};
        first.key = std::min(first.hash, mirrored(pieces));
        level_.push_back(first);
        links_.push_back({{0, {}}});
        if (task.solved(pieces, mark)) solved_ = 0;
    }

    std::size_t depth() const { return links_.size() - 1; }
    const std::vector<Entry>& level() const { return level_; }
    const std::vector<Entry>& previous() const { return previous_; }
    const Task& task() const { return task_; }
    std::optional<std::uint32_t> solved() const { return solved_; }
    std::uint64_t positions() const { return positions_; }
    std::size_t bytes() const {
        std::size_t total = (level_.capacity() + next_.capacity() + previous_.capacity()) * sizeof(Entry);
        total += slots_.capacity() * sizeof(std::uint32_t) + costs_.capacity() * sizeof(std::int32_t);
        for (const auto& links : links_) total += links.capacity() * sizeof(Link);
        return total;
    }

    // One level further; false if nothing is left or somebody stopped it.
    bool advance(const Stop& stop) {
        open_level();
        for (std::uint32_t index = 0; index < level_.size() && !solved_; ++index) {
            if ((index & 0xfff) == 0 && stop()) return false;
            expand(level_[index], index);
        }
        shrink();
        if (next_.empty()) return false;
        if (remembers_) previous_ = level_;
        level_.swap(next_);
        next_.clear();
        std::vector<Link> links;
        links.reserve(level_.size());
        for (const auto& entry : level_) links.push_back({entry.parent, entry.move});
        links_.push_back(std::move(links));
        if (solved_) {
            solved_.reset();
            for (std::uint32_t index = 0; index < level_.size(); ++index)
                if (task_.solved(level_[index].pieces, level_[index].mark)) solved_ = index;
        }
        return true;
    }

    std::vector<Move> line(std::uint32_t index, std::size_t depth) const {
        std::vector<Move> moves;
        for (; depth > 0; --depth) {
            const Link& link = links_[depth][index];
            moves.push_back(link.move);
            index = link.parent;
        }
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

   private:
    std::int32_t full_cost(const Words& pieces, int mark) const {
        std::int32_t cost = mark == no_site ? 0 : weights_.mark[mark];
        pieces.each([&](int site) { cost += weights_.site[site]; });
        return cost;
    }

    // The hash of the mirror image; the marked piece has no mirror.
    std::uint64_t mirrored(const Words& pieces) const {
        if (!mirrors_) return ~std::uint64_t{0};
        std::uint64_t hash = 0;
        pieces.each([&](int site) { hash ^= mirror_keys_[site]; });
        return hash;
    }

    // What is no sum over the pieces: how much of the nearest goal is missing after a move, and chance.
    std::int32_t ordering(std::int32_t cost, Move move, std::uint64_t key) const {
        if (weights_.empty) {
            int least = 1 << 20;
            for (std::size_t at = 0; at < missing_.size(); ++at) {
                const Words& goal = task_.goals[at];
                least = std::min(least, missing_[at] + goal.contains(move.from) - goal.contains(move.to));
            }
            cost += weights_.empty * least;
        }
        return weights_.noise ? cost + static_cast<std::int32_t>(mixed(key ^ weights_.seed) % weights_.noise) : cost;
    }

    void open_level() {
        next_.clear();
        next_.reserve(2 * width_ + 1);
        std::size_t size = 1024;
        while (size < 4 * width_) size *= 2;
        slots_.assign(size, 0);
        limit_ = INT32_MAX;
    }

    void expand(const Entry& entry, std::uint32_t index) {
        ++positions_;
        const std::int32_t base = full_cost(entry.pieces, entry.mark);
        const std::uint64_t image = mirrored(entry.pieces);
        if (weights_.empty)
            for (std::size_t goal = 0; goal < missing_.size(); ++goal)
                missing_[goal] = (task_.goals[goal] - entry.pieces).count();
        children_.clear();
        each_move(task_.lattice(), task_.ends, entry.pieces, [&](Move move) {
            std::int32_t cost = base - weights_.site[move.from] + weights_.site[move.to];
            if (entry.mark == move.from) cost += weights_.mark[move.to] - weights_.mark[move.from];
            if (cost > limit_) return;
            const std::uint64_t hash = task_.hash_after(entry.hash, entry.mark, move);
            std::uint64_t key = hash;
            if (mirrors_) key = std::min(hash, image ^ mirror_keys_[move.from] ^ mirror_keys_[move.to]);
            cost = ordering(cost, move, key);
            if (cost > limit_) return;
            prefetch_memory(&slots_[key & (slots_.size() - 1)]);
            children_.push_back({hash, key, cost, move});
        });
        for (const Child& child : children_)
            if (child.cost <= limit_ && enter(child.key)) {
                next_.push_back({moved(entry.pieces, child.move), child.hash, child.key, child.cost, index, child.move,
                                 mark_after(entry.mark, child.move)});
                if (!solved_ && task_.solved(next_.back().pieces, next_.back().mark)) solved_ = 0;
                if (next_.size() > 2 * width_) shrink();
            }
    }

    // Whether a key is new to the level. Its lower half says where it belongs, its upper half is kept there. Two
    // positions with the same key are so rare that losing one does no harm to a beam.
    bool enter(std::uint64_t key) {
        const std::size_t mask = slots_.size() - 1;
        // An upper half of nothing stands for a free slot.
        const std::uint32_t upper = static_cast<std::uint32_t>(key >> 32) | 1;
        std::size_t slot = key & mask;
        for (; slots_[slot]; slot = (slot + 1) & mask)
            if (slots_[slot] == upper) return false;
        slots_[slot] = upper;
        return true;
    }

    void shrink() {
        if (next_.size() <= width_) return;
        costs_.clear();
        for (const Entry& entry : next_) costs_.push_back(entry.cost);
        std::nth_element(costs_.begin(), costs_.begin() + width_ - 1, costs_.end());
        limit_ = costs_[width_ - 1];
        // All that are cheaper stay, and as many of those that cost just as much as there is room for.
        std::size_t room = width_;
        for (const auto cost : costs_) room -= cost < limit_;
        std::size_t kept = 0;
        bool solution_stays = false;
        std::optional<Entry> solution;
        for (const Entry& entry : next_) {
            const bool stays = entry.cost < limit_ || (entry.cost == limit_ && room);
            if (stays && entry.cost == limit_) --room;
            if (solved_ && task_.solved(entry.pieces, entry.mark)) {
                solution_stays |= stays;
                solution = entry;
            }
            if (stays) next_[kept++] = entry;
        }
        next_.resize(kept);
        // A solution is never dropped, whatever it costs.
        if (solution && !solution_stays) next_[0] = *solution;
        std::fill(slots_.begin(), slots_.end(), 0);
        for (const Entry& entry : next_) enter(entry.key);
    }

    Task task_;
    Weights weights_;
    std::size_t width_;
    bool remembers_;
    bool mirrors_;
    BySite<std::uint64_t> mirror_keys_{};
    // Of the position that is being expanded: how much each goal lacks.
    std::vector<int> missing_;
    std::vector<Entry> level_, next_, previous_;
    // Of the level that is being made: the upper halves of its keys.
    std::vector<std::uint32_t> slots_;
    std::vector<std::int32_t> costs_;
    std::vector<Child> children_;
    std::vector<std::vector<Link>> links_;
    std::int32_t limit_ = INT32_MAX;
    std::optional<std::uint32_t> solved_;
    std::uint64_t positions_ = 0;
};

// Where a position of one beam meets one of another, turned by `turn` (a permutation of the sites that leads from one
// end of the puzzle to the other): equal, or one move apart.
struct Meeting {
    std::uint32_t forward = 0, backward = 0;
    std::optional<Move> between;
};

inline std::optional<Meeting> meet(const Task& task, std::span<const Beam::Entry> forward,
                                   std::span<const Beam::Entry> backward, const BySite<Site>& turn, bool apart) {
    auto turned = [&](const Beam::Entry& entry) {
        Place result;
        entry.pieces.each([&](int site) { result.pieces.insert(turn[site]); });
        if (entry.mark != no_site) result.mark = turn[entry.mark];
        return result;
    };
    // Positions less one piece are looked up by their hash; a filter of bits first keeps most of them out of the table.
    auto each_key = [&](const Words& pieces, int mark, std::uint64_t hash, auto&& function) {
        if (!apart) return function(hash, no_site);
        pieces.each([&](int site) {
            std::uint64_t key = hash ^ task.game->keys[site];
            if (site == mark) key ^= task.game->mark_keys[site] ^ 1;
            function(key, site);
        });
    };
    // Sixteen bits for each of them, as far as memory should go.
    const std::size_t expected = forward.size() * (apart ? static_cast<std::size_t>(task.start.pieces.count()) : 1);
    const int bits = std::clamp(static_cast<int>(std::bit_width(16 * expected)), 12, 30);
    std::vector<std::uint64_t> filter(std::size_t{1} << (bits - 6));
    for (const auto& entry : forward)
        each_key(entry.pieces, entry.mark, entry.hash, [&](std::uint64_t key, int) {
            const std::uint64_t at = mixed(key) >> (64 - bits);
            filter[at >> 6] |= std::uint64_t{1} << (at & 63);
        });
    struct Found {
        std::uint64_t key;
        std::uint32_t index;
        std::int16_t site;
    };
    std::vector<Found> candidates;
    for (std::uint32_t index = 0; index < backward.size(); ++index) {
        const Place place = turned(backward[index]);
        each_key(place.pieces, place.mark, task.hash_of(place.pieces, place.mark), [&](std::uint64_t key, int site) {
            const std::uint64_t at = mixed(key) >> (64 - bits);
            if (filter[at >> 6] >> (at & 63) & 1) candidates.push_back({key, index, static_cast<std::int16_t>(site)});
        });
    }
    if (candidates.empty()) return {};
    std::sort(candidates.begin(), candidates.end(), [](const Found& a, const Found& b) { return a.key < b.key; });
    std::optional<Meeting> met;
    for (std::uint32_t index = 0; index < forward.size() && !met; ++index) {
        const Words& pieces = forward[index].pieces;
        const std::int16_t mark = forward[index].mark;
        each_key(pieces, mark, forward[index].hash, [&](std::uint64_t key, int site) {
            auto at = std::lower_bound(candidates.begin(), candidates.end(), key,
                                       [](const Found& a, std::uint64_t k) { return a.key < k; });
            for (; at != candidates.end() && at->key == key && !met; ++at) {
                const Place other = turned(backward[at->index]);
                if (!apart) {
                    if (other == Place{pieces, mark}) met = Meeting{index, at->index, {}};
                    continue;
                }
                if (site == at->site) continue;
                const Move move{static_cast<Site>(site), static_cast<Site>(at->site)};
                if (Place{moved(pieces, move), mark_after(mark, move)} == other && can_move(task, pieces, move))
                    met = Meeting{index, at->index, move};
            }
        });
    }
    return met;
}

}  // namespace halma::puzzles
