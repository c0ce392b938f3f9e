// Solitaire: every position that can be met on the way from the full board with an empty centre to one piece in the
// centre, up to the eight symmetries.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "cross.hpp"
#include "number_set.hpp"

namespace halma::puzzles::solitaire {

// Classes with the same number of pieces.
using Classes = NumberSet<Word>;
using Level = std::vector<Word>;

// Memory is slow and comes in any order: what is asked for early is there when it is needed.
template <class Entry, class Ask, class Take>
class Batch {
   public:
    Batch(Ask ask, Take take) : ask_(ask), take_(take) {}
    void add(const Entry& entry) {
        ask_(entry);
        entries_[count_++] = entry;
        if (count_ == size) flush();
    }
    void flush() {
        for (std::size_t index = 0; index < count_; ++index) take_(entries_[index]);
        count_ = 0;
    }

   private:
    static constexpr std::size_t size = 64;
    Ask ask_;
    Take take_;
    std::array<Entry, size> entries_;
    std::size_t count_ = 0;
};

// The classes one hop further on.
inline Classes following(const Cross& cross, const Level& level, int pieces) {
    Classes found(2 * level.size());
    auto ask = [&](Word word) { found.prefetch(word); };
    auto take = [&](Word word) { found.insert(word); };
    Batch<Word, decltype(ask), decltype(take)> batch(ask, take);
    for (auto word : level)
        cross.each_child(word, pieces, [&](Word child, int) { batch.add(Cross::canonical(child)); });
    batch.flush();
    return found;
}

struct Count {
    std::uint64_t classes = 0, positions = 0;
};

inline Count count(const Level& level) {
    Count total{level.size(), 0};
    for (auto word : level) total.positions += Cross::images(word);
    return total;
}

constexpr Word start = ~Word{0};

// Everything that can be reached from the start, hop by hop, for so many levels at most.
inline std::vector<Count> reachable(const Cross& cross, int most, const std::function<bool()>& stop) {
    std::vector<Count> counts;
    int pieces = cell_count - 1;
    for (Level level{start}; !level.empty() && static_cast<int>(counts.size()) < most && !stop(); --pieces) {
        counts.push_back(count(level));
        level = following(cross, level, pieces).values();
    }
    return counts;
}

// Positions that no game from the start reaches are not in the tablebase; they are searched when asked for.
class Search {
   public:
    Search(const Cross& cross, std::size_t most) : cross_(cross), most_(most) {}

    // 1 winnable, 0 not, -1 given up after so many positions.
    int solve(Word word, int pieces) {
        const bool centre = Cross::has_centre(word, pieces);
        if (word == 0 && centre) return 1;
        if (pieces == 0 || !lost_[centre].insert(Cross::canonical(word))) return 0;
        if (++tried_ > most_) return -1;
        int answer = 0;
        cross_.each_child(word, pieces, [&](Word child, int) {
            if (!answer) answer = solve(child, pieces - 1);
        });
        return answer;
    }

   private:
    const Cross& cross_;
    std::size_t most_, tried_ = 0;
    std::array<Classes, 2> lost_;
};

struct Tablebase {
    // By number of pieces, each sorted: the classes as positions, the fewest moves to the end, the chance of random
    // hops.
    std::array<std::vector<std::uint64_t>, cell_count> classes;
    std::array<std::vector<std::uint8_t>, cell_count> moves;
    std::array<std::vector<double>, cell_count> chances;
};

// A game read backwards with pieces and holes exchanged is a game again. So the positions with k pieces from which the
// goal can be reached are the opposites of those with 33 - k that can be reached from the start, and nothing beyond
// the middle of the game has to be searched.
inline std::array<Level, cell_count> winnable(const Cross& cross) {
    constexpr int middle = 17;
    std::array<Classes, cell_count> reached;
    Level level{start};
    reached[32].insert(start);
    for (int pieces = 32; pieces > middle; --pieces) {
        reached[pieces - 1] = following(cross, level, pieces);
        level = reached[pieces - 1].values();
    }
    std::array<Level, cell_count> winning;
    for (int pieces = middle; pieces > 1; --pieces) {
        // Reached from a position with one more piece, and so is its opposite.
        const Classes& opposites = reached[cell_count - (pieces - 1)];
        Classes kept;
        auto ask = [&](const std::pair<Word, Word>& pair) { opposites.prefetch(pair.second); };
        auto take = [&](const std::pair<Word, Word>& pair) {
            if (opposites.contains(pair.second)) kept.insert(Cross::canonical(pair.first));
        };
        Batch<std::pair<Word, Word>, decltype(ask), decltype(take)> batch(ask, take);
        for (auto word : level)
            cross.each_child(word, pieces, [&](Word child, int) { batch.add({child, Cross::opposite(child)}); });
        batch.flush();
        level = winning[pieces - 1] = kept.values();
        for (auto word : level) winning[cell_count - (pieces - 1)].push_back(Cross::opposite(word));
    }
    return winning;
}

class Builder {
   public:
    explicit Builder(const Cross& cross) : cross_(cross), classes_(winnable(cross)) {}

    Tablebase build() {
        levels_[1] = Known(1);
        levels_[1].put({1.0, classes_[1].at(0), 0});
        for (int pieces = 2; pieces < cell_count; ++pieces) {
            const Level& level = classes_[pieces];
            levels_[pieces] = Known(level.size());
            for (std::size_t first = 0; first < level.size(); first += block)
                fill(pieces, first, std::min(block, level.size() - first));
        }
        return sorted();
    }

   private:
    static constexpr std::uint8_t many = 255;
    static constexpr std::size_t block = 16;

    // What is known of a class, all of it in one place. One that takes so many moves is a free slot.
    struct Value {
        double chance = 0;
        Word word = 0;
        std::uint8_t moves = many;
    };
    class Known {
       public:
        explicit Known(std::size_t size = 0) {
            while (std::size_t{1} << (32 - shift_) < 2 * size) --shift_;
            slots.assign(std::size_t{1} << (32 - shift_), {});
            filter_.assign(slots.size() >> 3, 0);
        }
        void put(const Value& value) {
            const auto at_bit = bit(value.word);
            filter_[at_bit >> 6] |= std::uint64_t{1} << (at_bit & 63);
            std::size_t at = slot(value.word);
            while (slots[at].moves != many) at = (at + 1) & (slots.size() - 1);
            slots[at] = value;
        }
        const Value* find(Word word) const {
            for (std::size_t at = slot(word);; at = (at + 1) & (slots.size() - 1)) {
                if (slots[at].moves == many) return nullptr;
                if (slots[at].word == word) return &slots[at];
            }
        }
        // False if a class is not among these; most of those that are asked for are not.
        bool may_have(Word word) const { return filter_[bit(word) >> 6] >> (bit(word) & 63) & 1; }
        void prefetch(Word word) const { prefetch_memory(&slots[slot(word)]); }

        std::vector<Value> slots;

       private:
        std::size_t slot(Word word) const { return spread(word) >> shift_; }
        // Eight bits for every slot.
        std::size_t bit(Word word) const { return spread(word) >> (shift_ - 3); }
        std::vector<std::uint64_t> filter_;
        int shift_ = 26;
    };
    struct Child {
        Word word, least;
        int square;
        std::size_t parent;
    };

    // The values of some classes of a level. All their children are asked for before the first one is used, because
    // memory is slow.
    void fill(int pieces, std::size_t first, std::size_t count) {
        const Known& after = levels_[pieces - 1];
        std::array<Value, block> values;
        std::array<int, block> hops{};
        children_.clear();
        for (std::size_t parent = 0; parent < count; ++parent) {
            values[parent].word = classes_[pieces][first + parent];
            cross_.each_child(values[parent].word, pieces, [&](Word child, int square) {
                ++hops[parent];
                const Word least = Cross::canonical(child);
                if (!after.may_have(least)) return;
                after.prefetch(least);
                children_.push_back({child, least, square, parent});
            });
        }
        for (const Child& child : children_) {
            const Value* found = after.find(child.least);
            if (!found) continue;
            Value& value = values[child.parent];
            int fewest = std::min<int>(value.moves, 1 + found->moves);
            chain(child.word, child.square, pieces - 1, fewest);
            value.moves = static_cast<std::uint8_t>(fewest);
            value.chance += found->chance;
        }
        for (std::size_t parent = 0; parent < count; ++parent) {
            values[parent].chance /= hops[parent];
            levels_[pieces].put(values[parent]);
        }
    }

    // The same piece hops on: all of it is one move.
    void chain(Word word, int square, int pieces, int& fewest) const {
        cross_.each_hop_from(square, word, pieces, [&](Word child, int to) {
            const Word least = Cross::canonical(child);
            const Value* found = levels_[pieces - 1].may_have(least) ? levels_[pieces - 1].find(least) : nullptr;
            if (!found) return;
            fewest = std::min(fewest, 1 + found->moves);
            chain(child, to, pieces - 1, fewest);
        });
    }

    Tablebase sorted() const {
        Tablebase tablebase;
        std::vector<std::pair<std::uint64_t, const Value*>> rows;
        for (int pieces = 1; pieces < cell_count; ++pieces) {
            rows.clear();
            for (const Value& value : levels_[pieces].slots)
                if (value.moves != many) rows.emplace_back(cross_.canonical_position(value.word, pieces), &value);
            std::sort(rows.begin(), rows.end());
            for (const auto& [position, value] : rows) {
                tablebase.classes[pieces].push_back(position);
                tablebase.moves[pieces].push_back(value->moves);
                tablebase.chances[pieces].push_back(value->chance);
            }
        }
        return tablebase;
    }

    const Cross& cross_;
    std::array<Level, cell_count> classes_;
    std::array<Known, cell_count> levels_;
    std::vector<Child> children_;
};

}  // namespace halma::puzzles::solitaire
