// Finding the moves of a lattice: with plain words on any machine, with wide registers where there are some.
#pragma once

#include "lattice.hpp"
#include "lattice_far.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(HALMA_PORTABLE)
#define HALMA_WIDE 1
#include <immintrin.h>
#endif

namespace halma {

namespace portable {

// Where any number of hops leads from a piece, along lines whose hops have a piece in the middle.
template <std::size_t lines>
Word chain(Word piece, Word empty, const std::array<Word, lines>& middle,
           const std::array<std::uint8_t, lines>& shift) {
    Word reached = piece;
    for (;;) {
        Word further = 0;
        for (std::size_t i = 0; i < lines; ++i)
            further |= ((reached & middle[i]) << shift[i]) | ((reached >> shift[i]) & middle[i]);
        further = reached | (further & empty);
        if (further == reached) return reached & ~piece;
        reached = further;
    }
}

// The lower ends of hops along one line that have a piece in the middle.
inline Word middle(const Lattice& lattice, const Words& occupied, std::size_t own, std::size_t line) {
    const auto& hops = lattice.hops[line];
    return hops.valid[own] & Shifts::shifted(occupied[own ^ hops.turn], hops.middle.left[own], hops.middle.right[own]);
}

template <std::size_t lines>
void find_steps(const Lattice& lattice, const Words& occupied, const Words& pieces, const Words& ends,
                LatticeMoves& found) {
    const Words open = ends - occupied;
    found.count = 0;
    for (std::size_t way = 0; way < 2 * lines; ++way) {
        const auto& step = lattice.ways[way];
        std::uint32_t steps = 0;
        for (std::size_t own = 0; own < classes; ++own) {
            const auto to = own ^ step.turn;
            const Word lands = open[to] & Shifts::shifted(pieces[own] & step.valid[own], step.shifts.left[own],
                                                          step.shifts.right[own]);
            found.steps[way][to] = lands;
            steps += static_cast<std::uint32_t>(std::popcount(lands));
        }
        found.step_counts[way] = steps;
        found.count += steps;
    }
}

template <std::size_t lines>
void find_moves(const Lattice& lattice, const Words& occupied, const Words& pieces, const Words& ends,
                LatticeMoves& found) {
    find_steps<lines>(lattice, occupied, pieces, ends, found);
    found.batches = 0;
    for (std::size_t own = 0; own < classes; ++own) {
        if (!pieces[own]) continue;
        const Word empty = lattice.cells[own] & ~occupied[own];
        std::array<Word, lines> middles;
        std::array<std::uint8_t, lines> shift;
        Word able = 0;
        for (std::size_t i = 0; i < lines; ++i) {
            shift[i] = lattice.hops[i].shift;
            middles[i] = middle(lattice, occupied, own, i);
            able |= (middles[i] & (empty >> shift[i])) | ((middles[i] & empty) << shift[i]);
        }
        std::size_t batch = 0;
        for (able &= pieces[own]; able; able &= able - 1, ++batch) {
            const Word piece = able & -able;
            found.add_chain(batch, own, piece, chain<lines>(piece, empty, middles, shift) & ends[own]);
        }
    }
}

}  // namespace portable

#ifdef HALMA_WIDE

namespace wide {

#define HALMA_WIDE_CODE __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))

inline bool supported() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

HALMA_WIDE_CODE inline __m256i load(const Words& words) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(words.word.data()));
}
HALMA_WIDE_CODE inline void store(Words& words, __m256i value) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(words.word.data()), value);
}
HALMA_WIDE_CODE inline __m256i shifted(__m256i bits, const Shifts& shifts) {
    return _mm256_or_si256(_mm256_sllv_epi64(bits, load(shifts.left)), _mm256_srlv_epi64(bits, load(shifts.right)));
}
// The words of the classes that differ from the own one by some bits.
HALMA_WIDE_CODE inline __m256i turned(__m256i bits, int turn) {
    switch (turn) {
        case 1:
            return _mm256_permute4x64_epi64(bits, 0b10'11'00'01);
        case 2:
            return _mm256_permute4x64_epi64(bits, 0b01'00'11'10);
        default:
            return _mm256_permute4x64_epi64(bits, 0b00'01'10'11);
    }
}
HALMA_WIDE_CODE inline std::uint32_t count(const Words& words) {
    return static_cast<std::uint32_t>(std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) +
                                      std::popcount(words[3]));
}

template <std::size_t lines>
HALMA_WIDE_CODE void find_moves(const Lattice& lattice, const Words& occupied_words, const Words& piece_words,
                                const Words& end_words, LatticeMoves& found) {
    const __m256i occupied = load(occupied_words), pieces = load(piece_words);
    const __m256i open = _mm256_andnot_si256(occupied, load(end_words));
    const __m256i empty = _mm256_andnot_si256(occupied, load(lattice.cells));
    std::uint32_t sum = 0;
    for (std::size_t way = 0; way < 2 * lines; ++way) {
        const auto& step = lattice.ways[way];
        const __m256i moved = shifted(_mm256_and_si256(pieces, load(step.valid)), step.shifts);
        store(found.steps[way], _mm256_and_si256(turned(moved, step.turn), open));
        sum += found.step_counts[way] = count(found.steps[way]);
    }
    __m256i middle[lines], shift[lines];
    __m256i able = _mm256_setzero_si256();
    for (std::size_t i = 0; i < lines; ++i) {
        const auto& line = lattice.hops[i];
        shift[i] = _mm256_set1_epi64x(line.shift);
        middle[i] = _mm256_and_si256(shifted(turned(occupied, line.turn), line.middle), load(line.valid));
        const __m256i up = _mm256_and_si256(middle[i], _mm256_srlv_epi64(empty, shift[i]));
        const __m256i down = _mm256_sllv_epi64(_mm256_and_si256(middle[i], empty), shift[i]);
        able = _mm256_or_si256(able, _mm256_or_si256(up, down));
    }
    able = _mm256_and_si256(able, pieces);
    std::size_t batch = 0;
    while (!_mm256_testz_si256(able, able)) {
        // One piece of each class, all chains at once until none reaches further.
        const __m256i piece = _mm256_and_si256(able, _mm256_sub_epi64(_mm256_setzero_si256(), able));
        able = _mm256_andnot_si256(piece, able);
        __m256i reached = piece;
        for (;;) {
            __m256i further = _mm256_setzero_si256();
            for (std::size_t i = 0; i < lines; ++i) {
                const __m256i up = _mm256_sllv_epi64(_mm256_and_si256(reached, middle[i]), shift[i]);
                const __m256i down = _mm256_and_si256(_mm256_srlv_epi64(reached, shift[i]), middle[i]);
                further = _mm256_or_si256(further, _mm256_or_si256(up, down));
            }
            // What is empty and not yet reached.
            further = _mm256_andnot_si256(reached, _mm256_and_si256(further, empty));
            if (_mm256_testz_si256(further, further)) break;
            reached = _mm256_or_si256(reached, further);
        }
        store(found.hoppers[batch], piece);
        store(found.ends[batch], _mm256_and_si256(_mm256_andnot_si256(piece, reached), open));
        sum += found.end_counts[batch] = count(found.ends[batch]);
        ++batch;
    }
    found.batches = batch;
    found.count = sum;
}

}  // namespace wide

#endif

inline bool wide_supported() {
#ifdef HALMA_WIDE
    return wide::supported();
#else
    return false;
#endif
}

// Where exactly so many hops lead from a piece, back and forth allowed; its own field counts as free.
inline Word exact_hops(const Lattice& lattice, const Words& occupied, std::size_t own, Word piece, int count) {
    const Word empty = (lattice.cells[own] & ~occupied[own]) | piece;
    std::array<Word, most_lines> middle;
    for (std::size_t i = 0; i < most_lines; ++i) middle[i] = portable::middle(lattice, occupied, own, i);
    Word reached = piece;
    while (count-- > 0) {
        Word next = 0;
        for (std::size_t i = 0; i < most_lines; ++i) {
            const auto shift = lattice.hops[i].shift;
            next |= ((reached & middle[i]) << shift) | ((reached >> shift) & middle[i]);
        }
        reached = next & empty;
    }
    return reached;
}

// Finds all moves of some pieces that end on some cells.
inline void find_moves(const Lattice& lattice, const Words& occupied, const Words& pieces, const Words& ends,
                       LatticeMoves& found) {
    if (lattice.far_hops) {
        if (lattice.lines == 3)
            portable::find_steps<3>(lattice, occupied, pieces, ends, found);
        else
            portable::find_steps<4>(lattice, occupied, pieces, ends, found);
        add_far_hops(lattice, occupied, pieces, ends, found);
        return;
    }
#ifdef HALMA_WIDE
    if (lattice.wide) {
        if (lattice.lines == 3) return wide::find_moves<3>(lattice, occupied, pieces, ends, found);
        return wide::find_moves<4>(lattice, occupied, pieces, ends, found);
    }
#endif
    if (lattice.lines == 3) return portable::find_moves<3>(lattice, occupied, pieces, ends, found);
    return portable::find_moves<4>(lattice, occupied, pieces, ends, found);
}

}  // namespace halma
