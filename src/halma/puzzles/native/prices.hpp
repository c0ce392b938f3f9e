// What a position costs in a beam, and its moves with what they lead to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
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

// A position of a level. One line of the cache: beams are as fast as memory is.
struct BeamEntry {
    Words pieces;
    // Of the position, and the lesser one of it and its mirror image, which stands for both.
    std::uint64_t hash, key;
    std::int32_t cost;
    // Its place in the level before, and the move from there.
    std::uint32_t parent;
    Move move;
    std::int16_t mark;
};
static_assert(sizeof(BeamEntry) == 64);

// The dearest position that goes on. No two cost the same: the key decides.
struct CostLimit {
    std::int32_t cost = INT32_MAX;
    std::uint64_t key = ~std::uint64_t{0};
    bool admits(std::int32_t other, std::uint64_t other_key) const {
        return other != cost ? other < cost : other_key <= key;
    }
    bool admits(const BeamEntry& entry) const { return admits(entry.cost, entry.key); }
};

// A move and where it leads.
struct BeamChild {
    std::uint64_t key;
    std::int32_t cost;
    std::uint32_t parent;
    Move move;
};

class Prices {
   public:
    static constexpr std::size_t most_goals = 16;

    // `mirror` maps the board onto itself so that the puzzle and the weights stay the same; of two mirror images only
    // one goes on.
    Prices(const Task& task, const Weights& weights, const std::optional<BySite<Site>>& mirror)
        : task_(task), weights_(weights), mirrors_(mirror.has_value()) {
        if (task.goals.size() > most_goals) throw std::invalid_argument("too many goals for a beam");
        if (mirror)
            for (std::size_t site = 0; site < sites; ++site) mirror_keys_[site] = task.game->keys[(*mirror)[site]];
    }

    const Task& task() const { return task_; }

    BeamEntry first() const {
        const auto& [pieces, mark] = task_.start;
        BeamEntry entry{pieces, task_.hash_of(pieces, mark), 0, full_cost(pieces, mark), 0, {}, mark};
        entry.key = std::min(entry.hash, mirrored(pieces));
        return entry;
    }

    // Calls visit(child) for all moves that the limit admits, in an order that depends on the position alone. Answers
    // with the first move that solves the puzzle, if there is one; then nothing else matters.
    template <class Visit>
    std::optional<Move> each_child(const BeamEntry& entry, std::uint32_t index, const CostLimit& limit,
                                   Visit visit) const {
        const std::int32_t base = full_cost(entry.pieces, entry.mark);
        const std::uint64_t image = mirrored(entry.pieces);
        Missing missing(task_.goals, entry.pieces);
        std::optional<Move> solving;
        each_move(task_.lattice(), task_.ends, entry.pieces, [&](Move move) {
            if (missing.least <= 1 && !solving && task_.solved(moved(entry.pieces, move), mark_after(entry.mark, move)))
                solving = move;
            std::int32_t cost = base - weights_.site[move.from] + weights_.site[move.to];
            if (entry.mark == move.from) cost += weights_.mark[move.to] - weights_.mark[move.from];
            if (cost > limit.cost) return;
            std::uint64_t key = task_.hash_after(entry.hash, entry.mark, move);
            if (mirrors_) key = std::min(key, image ^ mirror_keys_[move.from] ^ mirror_keys_[move.to]);
            if (weights_.empty) cost += weights_.empty * missing.after(task_.goals, move);
            if (weights_.noise) cost += static_cast<std::int32_t>(mixed(key ^ weights_.seed) % weights_.noise);
            if (limit.admits(cost, key)) visit(BeamChild{key, cost, index, move});
        });
        return solving;
    }

    BeamEntry entry_of(const BeamEntry& parent, const BeamChild& child) const {
        return {moved(parent.pieces, child.move),
                task_.hash_after(parent.hash, parent.mark, child.move),
                child.key,
                child.cost,
                child.parent,
                child.move,
                mark_after(parent.mark, child.move)};
    }

   private:
    // How much of each goal a position lacks, and of the nearest one.
    struct Missing {
        Missing(const std::vector<Words>& goals, const Words& pieces) {
            for (std::size_t at = 0; at < goals.size(); ++at) {
                of[at] = (goals[at] - pieces).count();
                least = std::min(least, of[at]);
            }
        }
        int after(const std::vector<Words>& goals, Move move) const {
            int found = 1 << 20;
            for (std::size_t at = 0; at < goals.size(); ++at)
                found = std::min(found, of[at] + goals[at].contains(move.from) - goals[at].contains(move.to));
            return found;
        }
        std::array<int, most_goals> of{};
        int least = 1 << 20;
    };

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

    Task task_;
    Weights weights_;
    bool mirrors_;
    BySite<std::uint64_t> mirror_keys_{};
};

}  // namespace halma::puzzles
