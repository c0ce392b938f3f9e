// The shortest way between two positions, searched from both ends; what it rules out is proven.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

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
    // Asked every thousand positions with how many there are; true ends the search.
    using Stop = std::function<bool(std::uint64_t)>;

    Exact(const Task& task, int limit, std::size_t most)
        : task_(task),
          limit_(limit),
          most_(most),
          sides_{Side(task, task.start.pieces, task.start.mark),
                 Side(task, task.goals.at(0), static_cast<std::int16_t>(task.mark_goal))},
          needed_{Needed(task.measure, false, task.start.pieces, task.goals[0]),
                  Needed(task.measure, true, task.goals[0], task.start.pieces)} {}

    // The shortest way of at most `limit` moves. Positions that need more moves than are left are left out.
    Answer solve(const Stop& stop) {
        if (task_.start == Place{task_.goals[0], static_cast<std::int16_t>(task_.mark_goal)}) return {true, {}, 0, 1};
        Answer answer;
        while (depth() < limit_) {
            const int side = sides_[0].frontier() <= sides_[1].frontier() ? 0 : 1;
            if (sides_[side].frontier() == 0) break;
            if (!extend(side, answer, stop)) {
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
    struct Entry {
        PackedWords pieces;
        std::uint32_t parent;
        Move move;
        std::int16_t mark;
        bool is(const Words& others, int other_mark) const { return pieces == others.word && mark == other_mark; }
    };
    static_assert(sizeof(Entry) == 40);

    struct Child {
        std::uint64_t hash;
        Move move;
    };
    // Half a hash and the number of an entry, counted from 1. Most comparisons end here, and a table that grows needs
    // nothing else.
    struct Link {
        std::uint32_t hash = 0, number = 0;
    };
    struct Side {
        Side(const Task& task, const Words& pieces, std::int16_t mark) : links(1024) {
            add({pieces.word, 0, {}, mark}, task.hash_of(pieces, mark));
        }
        std::vector<Entry> entries;
        std::vector<Link> links;
        std::size_t begin = 0;
        int depth = 0;

        std::size_t frontier() const { return entries.size() - begin; }
        std::uint32_t find(const Words& pieces, int mark, std::uint64_t hash) const {
            const auto half = static_cast<std::uint32_t>(hash);
            const std::size_t mask = links.size() - 1;
            for (std::size_t at = half & mask; links[at].number; at = (at + 1) & mask)
                if (links[at].hash == half && entries[links[at].number - 1].is(pieces, mark)) return links[at].number;
            return 0;
        }
        void prefetch(std::uint64_t hash) const {
            prefetch_memory(&links[static_cast<std::uint32_t>(hash) & (links.size() - 1)]);
        }
        void add(const Entry& entry, std::uint64_t hash) {
            entries.push_back(entry);
            if (2 * entries.size() > links.size()) {
                std::vector<Link> larger(2 * links.size());
                for (const Link& link : links)
                    if (link.number) put(larger, link);
                links.swap(larger);
            }
            put(links, {static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(entries.size())});
        }
        static void put(std::vector<Link>& into, Link link) {
            const std::size_t mask = into.size() - 1;
            std::size_t at = link.hash & mask;
            while (into[at].number) at = (at + 1) & mask;
            into[at] = link;
        }
    };

    int depth() const { return sides_[0].depth + sides_[1].depth; }
    std::uint64_t positions() const { return sides_[0].entries.size() + sides_[1].entries.size(); }

    bool extend(int which, Answer& answer, const Stop& stop) {
        Side& side = sides_[which];
        const Side& other = sides_[1 - which];
        const Needed& needed = needed_[which];
        const Ends& ends = which == 0 ? task_.ends : task_.ends_backwards;
        const std::size_t last = side.entries.size();
        const int left = limit_ - side.depth - 1;
        for (std::size_t index = side.begin; index < last; ++index) {
            if ((index & 0x3ff) == 0 && stop(positions())) return false;
            const Words pieces{side.entries[index].pieces};
            const std::int16_t mark = side.entries[index].mark;
            const auto hash = task_.hash_of(pieces, mark);
            const auto counts = needed.counts(pieces);
            // All are asked for before the first one is used, because memory is slow.
            children_.clear();
            each_move(task_.lattice(), ends, pieces, [&](Move move) {
                if (needed.after(counts, move) > left) return;
                children_.push_back({task_.hash_after(hash, mark, move), move});
                side.prefetch(children_.back().hash);
                other.prefetch(children_.back().hash);
            });
            for (const auto& [hash_now, move] : children_) {
                const Words after = moved(pieces, move);
                const std::int16_t mark_now = mark_after(mark, move);
                if (side.find(after, mark_now, hash_now)) continue;
                side.add({after.word, static_cast<std::uint32_t>(index), move, mark_now}, hash_now);
                if (const auto met = other.find(after, mark_now, hash_now)) {
                    answer.found = true;
                    join(which, static_cast<std::uint32_t>(side.entries.size() - 1), met - 1, answer.moves);
                    break;
                }
            }
            if (answer.found) break;
            if (positions() > most_) return false;
        }
        side.begin = last;
        ++side.depth;
        return true;
    }

    void join(int which, std::uint32_t here, std::uint32_t there, std::vector<Move>& moves) const {
        const std::uint32_t met[2] = {which == 0 ? here : there, which == 0 ? there : here};
        for (auto index = met[0]; index; index = sides_[0].entries[index].parent)
            moves.push_back(sides_[0].entries[index].move);
        std::reverse(moves.begin(), moves.end());
        for (auto index = met[1]; index; index = sides_[1].entries[index].parent) {
            const Move move = sides_[1].entries[index].move;
            moves.push_back({move.to, move.from});
        }
    }

    Task task_;
    int limit_;
    std::size_t most_;
    Side sides_[2];
    Needed needed_[2];
    std::vector<Child> children_;
};

}  // namespace halma::puzzles
