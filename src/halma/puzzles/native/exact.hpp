// The shortest way between two positions, searched from both ends; what it rules out is proven.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "crew.hpp"
#include "machine.hpp"
#include "task.hpp"

namespace halma::puzzles {

struct Answer {
    bool found = false;
    std::vector<Move> moves;
    // No way is shorter than this.
    int bound = 0;
    std::uint64_t positions = 0;
};

// How many moves it takes at least from some pieces to an aim of as many cells.
//
// Arrivals: each cell that is still missing takes a move, after the moves that the foremost piece needs to get near.
// Departures: each piece on a cell that has to be left takes a move, and read backwards the last of these moves is
// followed by those that the hindmost piece needs.
class Needed {
   public:
    Needed(const std::optional<Measure>& measure, bool backwards, const Words& leave, const Words& aim)
        : aim_(aim), measured_(measure.has_value()) {
        if (!measured_) return;
        gain_ = measure->gain;
        height_ = measure->height;
        if (backwards)
            for (auto& height : height_) height = static_cast<std::int16_t>(-height);
        near_ = INT16_MAX;
        aim.each([&](int site) { near_ = std::min<int>(near_, height_[site]); });
        int most = INT16_MIN;
        leave_ = leave - aim;
        leave_.each([&](int site) { most = std::max<int>(most, height_[site]); });
        after_ = most == INT16_MIN ? 0 : std::max(1, rounds(near_ - most));
    }

    // What is asked of a position before its moves are.
    struct Counts {
        int missing = 0, staying = 0;
        Foremost foremost, hindmost;
    };
    Counts counts(const Words& pieces) const {
        Counts found{(aim_ - pieces).count(), 0, {}, {}};
        if (!measured_) return found;
        found.staying = (leave_ & pieces).count();
        pieces.each([&](int site) {
            found.foremost.add(height_[site]);
            found.hindmost.add(-height_[site]);
        });
        return found;
    }

    // The moves that are needed after a move from the position with these counts.
    int after(const Counts& counts, Move move) const {
        const int missing = counts.missing + aim_.contains(move.from) - aim_.contains(move.to);
        if (!measured_ || !missing) return missing;
        const int left = height_[move.from], reached = height_[move.to];
        const int arrivals = missing + std::max(0, rounds(near_ - counts.foremost.after(left, reached)) - 1);
        const int staying = counts.staying - leave_.contains(move.from) + leave_.contains(move.to);
        const int departures = staying ? staying - 1 + after_ : rounds(near_ + counts.hindmost.after(-left, -reached));
        return std::max(arrivals, departures);
    }

   private:
    int rounds(int distance) const { return distance <= 0 ? 0 : (distance + gain_ - 1) / gain_; }

    Words aim_, leave_{};
    bool measured_;
    BySite<std::int16_t> height_{};
    int gain_ = 1, near_ = 0, after_ = 0;
};

class Exact {
   public:
    // Asked now and then with how many positions there are; true ends the search.
    using Stop = std::function<bool(std::uint64_t)>;

    Exact(const Task& task, int limit, std::size_t most, std::size_t threads)
        : task_(task),
          limit_(limit),
          most_(most),
          threads_(std::max<std::size_t>(threads, 1)),
          needed_{Needed(task.measure, false, task.start.pieces, task.goals.at(0)),
                  Needed(task.measure, true, task.goals[0], task.start.pieces)} {
        const Place ends[] = {task.start, {task.goals[0], static_cast<std::int16_t>(task.mark_goal)}};
        for (std::size_t which = 0; which < 2; ++which) {
            const auto& [pieces, mark] = ends[which];
            const auto hash = task.hash_of(pieces, mark);
            sides_[which].shards[shard_of(hash)].add({pieces.word, no_parent, {}, mark}, hash);
        }
    }

    // The shortest way of at most `limit` moves. Positions that need more moves than are left are left out.
    Answer solve(const Stop& stop) {
        if (task_.start == Place{task_.goals[0], static_cast<std::int16_t>(task_.mark_goal)}) return {true, {}, 0, 1};
        Answer answer;
        std::optional<Crew> crew;
        while (depth() < limit_) {
            const std::size_t fronts[] = {sides_[0].frontier(), sides_[1].frontier()};
            const int side = fronts[0] <= fronts[1] ? 0 : 1;
            if (fronts[side] == 0) break;
            if (!crew || fronts[side] >= fewest_for_threads)
                crew.emplace(fronts[side] < fewest_for_threads ? 1 : threads_);
            if (!extend(side, answer, *crew, stop)) {
                answer.bound = depth() + 1;
                answer.positions = positions();
                return answer;
            }
            if (answer.found) {
                answer.bound = depth();
                answer.positions = positions();
                return answer;
            }
        }
        answer.bound = limit_ + 1;
        answer.positions = positions();
        return answer;
    }

   private:
    // A shard and the place in it.
    using Number = std::uint32_t;
    static constexpr Number no_parent = UINT32_MAX;
    static constexpr int place_bits = 32 - shard_bits;
    static constexpr std::size_t most_places = (std::size_t{1} << place_bits) - 1;
    static constexpr std::size_t in_a_part = 64, parts_in_a_round = 512, fewest_for_threads = 2'000;
    static Number number_of(std::size_t shard, std::size_t place) {
        return static_cast<Number>(shard << place_bits | place);
    }

    struct Entry {
        PackedWords pieces;
        Number parent;
        Move move;
        std::int16_t mark;
        bool is(const Words& others, int other_mark) const { return pieces == others.word && mark == other_mark; }
    };
    static_assert(sizeof(Entry) == 40);

    struct Child {
        std::uint64_t hash;
        Number parent;
        Move move;
    };
    // Half a hash and the place of an entry, counted from 1. Most comparisons end here, and a table that grows needs
    // nothing else.
    struct Slot {
        std::uint32_t hash = 0, place = 0;
    };
    // The positions of one side with one part of the hashes.
    struct Shard {
        std::vector<Entry> entries;
        std::vector<Slot> slots;
        // Where the last level begins, and the one that is being made.
        std::size_t begin = 0, end = 0;

        // The place of a position, counted from 1.
        std::uint32_t find(const Words& pieces, int mark, std::uint64_t hash) const {
            if (slots.empty()) return 0;
            const auto half = static_cast<std::uint32_t>(hash);
            const std::size_t mask = slots.size() - 1;
            for (std::size_t at = half & mask; slots[at].place; at = (at + 1) & mask)
                if (slots[at].hash == half && entries[slots[at].place - 1].is(pieces, mark)) return slots[at].place;
            return 0;
        }
        void prefetch(std::uint64_t hash) const {
            if (!slots.empty()) prefetch_memory(&slots[static_cast<std::uint32_t>(hash) & (slots.size() - 1)]);
        }
        void add(const Entry& entry, std::uint64_t hash) {
            entries.push_back(entry);
            if (2 * entries.size() > slots.size()) {
                std::vector<Slot> larger(std::max<std::size_t>(16, 2 * slots.size()));
                for (const Slot& slot : slots)
                    if (slot.place) put(larger, slot);
                slots.swap(larger);
            }
            put(slots, {static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(entries.size())});
        }
        static void put(std::vector<Slot>& into, Slot slot) {
            const std::size_t mask = into.size() - 1;
            std::size_t at = slot.hash & mask;
            while (into[at].place) at = (at + 1) & mask;
            into[at] = slot;
        }
    };
    struct Side {
        std::array<Shard, shard_count> shards;
        int depth = 0;

        std::size_t frontier() const {
            std::size_t total = 0;
            for (const Shard& shard : shards) total += shard.entries.size() - shard.begin;
            return total;
        }
        std::size_t size() const {
            std::size_t total = 0;
            for (const Shard& shard : shards) total += shard.entries.size();
            return total;
        }
        const Entry& at(Number number) const { return shards[number >> place_bits].entries[number & most_places]; }
    };
    // Some positions of the last level of a shard, and what their moves lead to.
    struct Part {
        std::size_t shard = 0, first = 0, last = 0;
        std::array<std::vector<Child>, shard_count> buckets;
    };
    struct Meeting {
        Number here = no_parent, there = no_parent;
    };

    int depth() const { return sides_[0].depth + sides_[1].depth; }
    std::uint64_t positions() const { return sides_[0].size() + sides_[1].size(); }

    // How many parts come next: in the order of the shards, and no more than there is memory for what they lead to. It
    // must not depend on the threads.
    std::size_t next_parts(const Side& side, std::size_t& shard, std::size_t& place) {
        const auto so_far = positions();
        std::size_t left =
            so_far >= most_ ? 1 : std::clamp<std::size_t>((most_ - so_far) / 128, 16, in_a_part * parts_in_a_round);
        std::size_t count = 0;
        while (left && count < parts_in_a_round && shard < shard_count) {
            if (place >= side.shards[shard].end) {
                if (++shard < shard_count) place = side.shards[shard].begin;
                continue;
            }
            if (parts_.size() == count) parts_.emplace_back();
            Part& part = parts_[count++];
            part.shard = shard;
            part.first = place;
            place = part.last = std::min({place + in_a_part, place + left, side.shards[shard].end});
            left -= part.last - part.first;
        }
        return count;
    }

    bool extend(int which, Answer& answer, Crew& crew, const Stop& stop) {
        Side& side = sides_[which];
        for (Shard& shard : side.shards) shard.end = shard.entries.size();
        std::size_t shard = 0, place = side.shards[0].begin;
        while (const std::size_t count = next_parts(side, shard, place)) {
            if (stop(positions())) return false;
            expand(which, crew, count);
            const Meeting met = absorb(which, crew, count);
            if (met.here != no_parent) {
                answer.found = true;
                join(which, met, answer.moves);
                break;
            }
            if (positions() > most_) return false;
            for (const Shard& full : side.shards)
                if (full.entries.size() + in_a_part * parts_in_a_round * 256 > most_places) return false;
        }
        for (Shard& one : side.shards) one.begin = one.end;
        ++side.depth;
        return true;
    }

    void expand(int which, Crew& crew, std::size_t count) {
        const Side& side = sides_[which];
        const Needed& needed = needed_[which];
        const Ends& ends = which == 0 ? task_.ends : task_.ends_backwards;
        const int left = limit_ - side.depth - 1;
        crew.each(count, [&](std::size_t number) {
            Part& part = parts_[number];
            for (auto& bucket : part.buckets) bucket.clear();
            for (std::size_t place = part.first; place < part.last; ++place) {
                const Entry& entry = side.shards[part.shard].entries[place];
                const Words pieces{entry.pieces};
                const std::int16_t mark = entry.mark;
                const auto hash = task_.hash_of(pieces, mark);
                const auto counts = needed.counts(pieces);
                const Number parent = number_of(part.shard, place);
                each_move(task_.lattice(), ends, pieces, [&](Move move) {
                    if (needed.after(counts, move) > left) return;
                    const auto after = task_.hash_after(hash, mark, move);
                    part.buckets[shard_of(after)].push_back({after, parent, move});
                });
            }
        });
    }

    // The first meeting of both sides by shards and moves, if there is one.
    Meeting absorb(int which, Crew& crew, std::size_t count) {
        Side& side = sides_[which];
        const Side& other = sides_[1 - which];
        // Parents of one shard are read while another one grows, so nothing may move.
        std::array<std::size_t, shard_count> most{};
        bool moves = false;
        for (std::size_t number = 0; number < shard_count; ++number) {
            most[number] = side.shards[number].entries.size();
            for (std::size_t at = 0; at < count; ++at) most[number] += parts_[at].buckets[number].size();
            moves |= most[number] > side.shards[number].entries.capacity();
        }
        if (moves)
            crew.each(shard_count, [&](std::size_t number) {
                auto& entries = side.shards[number].entries;
                if (most[number] > entries.capacity()) entries.reserve(std::max(most[number], 2 * entries.capacity()));
            });
        std::array<Meeting, shard_count> met{};
        crew.each(shard_count, [&](std::size_t number) {
            Shard& shard = side.shards[number];
            const Shard& across = other.shards[number];
            for (std::size_t at = 0; at < count; ++at) {
                const auto& bucket = parts_[at].buckets[number];
                // Memory that has been asked for early is there when it is needed.
                constexpr std::size_t ahead = 8;
                for (std::size_t index = 0; index < bucket.size(); ++index) {
                    if (index + ahead < bucket.size()) {
                        shard.prefetch(bucket[index + ahead].hash);
                        across.prefetch(bucket[index + ahead].hash);
                    }
                    const auto& [hash, parent, move] = bucket[index];
                    const Entry& from = side.at(parent);
                    const Words after = moved(Words{from.pieces}, move);
                    const std::int16_t mark = mark_after(from.mark, move);
                    if (shard.find(after, mark, hash)) continue;
                    shard.add({after.word, parent, move, mark}, hash);
                    const auto there = across.find(after, mark, hash);
                    if (there && met[number].here == no_parent)
                        met[number] = {number_of(number, shard.entries.size() - 1), number_of(number, there - 1)};
                }
            }
        });
        for (const Meeting& one : met)
            if (one.here != no_parent) return one;
        return {};
    }

    void join(int which, const Meeting& met, std::vector<Move>& moves) const {
        const Number ends[2] = {which == 0 ? met.here : met.there, which == 0 ? met.there : met.here};
        auto each_back = [](const Side& side, Number number, auto visit) {
            for (; side.at(number).parent != no_parent; number = side.at(number).parent) visit(side.at(number).move);
        };
        each_back(sides_[0], ends[0], [&](Move move) { moves.push_back(move); });
        std::reverse(moves.begin(), moves.end());
        each_back(sides_[1], ends[1], [&](Move move) { moves.push_back({move.to, move.from}); });
    }

    Task task_;
    int limit_;
    std::size_t most_, threads_;
    std::array<Side, 2> sides_;
    Needed needed_[2];
    std::vector<Part> parts_;
};

}  // namespace halma::puzzles
