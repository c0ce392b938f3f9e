// Where two beams meet in the middle of a solution.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "beam.hpp"

namespace halma::puzzles {

// Where a position of one beam meets one of another, turned by `turn` (a permutation of the sites that leads from one
// end of the puzzle to the other): equal, or one move apart.
struct Meeting {
    std::uint32_t forward = 0, backward = 0;
    std::optional<Move> between;
};

inline Place image_of(const BeamEntry& entry, const BySite<Site>& turn) {
    Place result;
    entry.pieces.each([&](int site) { result.pieces.insert(turn[site]); });
    if (entry.mark != no_site) result.mark = turn[entry.mark];
    return result;
}

// The hashes by which positions meet. Those one move apart are equal once the piece is taken off that moves.
class MeetingKeys {
   public:
    MeetingKeys(const Task& task, bool apart) : task_(task), apart_(apart) {}

    // Calls visit(hash, site of the piece taken off).
    template <class Visit>
    void visit(const Place& place, Visit visit) const {
        const std::uint64_t hash = task_.hash_of(place.pieces, place.mark);
        if (!apart_) {
            visit(hash, no_site);
            return;
        }
        place.pieces.each([&](int site) {
            std::uint64_t key = hash ^ task_.game->keys[site];
            if (site == place.mark) key ^= task_.game->mark_keys[site] ^ 1;
            visit(key, site);
        });
    }

   private:
    const Task& task_;
    bool apart_;
};

class Meetings {
   public:
    Meetings(const Task& task, const BySite<Site>& turn, bool apart, Crew& crew)
        : task_(task), turn_(turn), apart_(apart), keys_(task, apart), crew_(crew) {}

    // The first position of `forward` that meets one of `backward`.
    std::optional<Meeting> find(std::span<const BeamEntry> forward, std::span<const BeamEntry> backward) {
        filter(forward);
        const auto candidates = candidates_of(backward);
        if (candidates.empty()) return {};
        std::vector<std::optional<Meeting>> met(chunks);
        crew_.each(chunks, [&](std::size_t chunk) {
            each_of(chunk, forward.size(), [&](std::uint32_t index) {
                if (!met[chunk]) met[chunk] = meeting(forward[index], index, backward, candidates);
            });
        });
        for (const auto& one : met)
            if (one) return one;
        return {};
    }

   private:
    static constexpr std::size_t chunks = 64;

    // A position less one piece, or the whole one, by its hash.
    struct Candidate {
        std::uint64_t key;
        std::uint32_t index;
        std::int16_t site;
        bool operator<(const Candidate& other) const {
            return std::tie(key, index, site) < std::tie(other.key, other.index, other.site);
        }
    };

    template <class Visit>
    static void each_of(std::size_t chunk, std::size_t size, Visit visit) {
        const std::size_t each = (size + chunks - 1) / chunks, begin = std::min(size, chunk * each);
        for (std::size_t index = begin, end = std::min(size, begin + each); index < end; ++index)
            visit(static_cast<std::uint32_t>(index));
    }

    // A filter of bits keeps most of the other positions out of the table: sixteen for each key, as far as memory goes.
    void filter(std::span<const BeamEntry> forward) {
        const std::size_t keys = forward.size() * (apart_ ? static_cast<std::size_t>(task_.start.pieces.count()) : 1);
        bits_ = std::clamp(static_cast<int>(std::bit_width(16 * keys)), 12, 30);
        filter_ = std::vector<std::atomic<std::uint64_t>>(std::size_t{1} << (bits_ - 6));
        crew_.each(chunks, [&](std::size_t chunk) {
            each_of(chunk, forward.size(), [&](std::uint32_t index) {
                const BeamEntry& entry = forward[index];
                keys_.visit({entry.pieces, entry.mark}, [&](std::uint64_t key, int) {
                    const std::uint64_t at = mixed(key) >> (64 - bits_), bit = std::uint64_t{1} << (at & 63);
                    auto& word = filter_[at >> 6];
                    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
                });
            });
        });
    }

    std::vector<Candidate> candidates_of(std::span<const BeamEntry> backward) {
        std::vector<std::vector<Candidate>> found(chunks);
        crew_.each(chunks, [&](std::size_t chunk) {
            each_of(chunk, backward.size(), [&](std::uint32_t index) {
                keys_.visit(image_of(backward[index], turn_), [&](std::uint64_t key, int site) {
                    const std::uint64_t at = mixed(key) >> (64 - bits_);
                    if (filter_[at >> 6].load(std::memory_order_relaxed) >> (at & 63) & 1)
                        found[chunk].push_back({key, index, static_cast<std::int16_t>(site)});
                });
            });
        });
        std::vector<Candidate> candidates;
        for (const auto& some : found) candidates.insert(candidates.end(), some.begin(), some.end());
        std::sort(candidates.begin(), candidates.end());
        return candidates;
    }

    std::optional<Meeting> meeting(const BeamEntry& entry, std::uint32_t index, std::span<const BeamEntry> backward,
                                   const std::vector<Candidate>& candidates) const {
        std::optional<Meeting> met;
        const Place here{entry.pieces, entry.mark};
        keys_.visit(here, [&](std::uint64_t key, int site) {
            auto at = std::lower_bound(candidates.begin(), candidates.end(), Candidate{key, 0, INT16_MIN});
            for (; at != candidates.end() && at->key == key && !met; ++at) {
                const Place other = image_of(backward[at->index], turn_);
                if (!apart_) {
                    if (other == here) met = Meeting{index, at->index, {}};
                    continue;
                }
                if (site == at->site) continue;
                const Move move{static_cast<Site>(site), static_cast<Site>(at->site)};
                if (Place{moved(here.pieces, move), mark_after(here.mark, move)} == other &&
                    can_move(task_, here.pieces, move))
                    met = Meeting{index, at->index, move};
            }
        });
        return met;
    }

    const Task& task_;
    const BySite<Site>& turn_;
    bool apart_;
    MeetingKeys keys_;
    Crew& crew_;
    int bits_ = 0;
    std::vector<std::atomic<std::uint64_t>> filter_;
};

// The way through the middle: forward, perhaps one move between, then the other beam's line backwards.
inline std::optional<std::vector<Move>> meet(const Beam& forward, const Beam& backward, const BySite<Site>& turn) {
    // A beam that has come to its end has no last level any more, and needs no other one.
    if (forward.solution() || backward.solution()) return {};
    const std::size_t ahead = forward.depth(), back = backward.depth();
    struct Attempt {
        const std::vector<BeamEntry>& first;
        std::size_t depth;
        bool apart;
    };
    const Attempt attempts[] = {
        {forward.previous(), ahead - 1, true}, {forward.level(), ahead, false}, {forward.level(), ahead, true}};
    Crew crew(forward.threads());
    for (const auto& attempt : attempts) {
        const auto met = Meetings(forward.task(), turn, attempt.apart, crew).find(attempt.first, backward.level());
        if (!met) continue;
        auto moves = forward.line(met->forward, attempt.depth);
        if (met->between) moves.push_back(*met->between);
        const auto rest = backward.line(met->backward, back);
        for (auto move = rest.rbegin(); move != rest.rend(); ++move)
            moves.push_back({static_cast<Site>(turn[move->to]), static_cast<Site>(turn[move->from])});
        return moves;
    }
    return {};
}

}  // namespace halma::puzzles
