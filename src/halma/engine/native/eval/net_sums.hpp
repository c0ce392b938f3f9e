// The arithmetic of nets: whole numbers only, so that plain loops and wide registers give the same to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "halma/halma.hpp"

namespace halma::engine {

// A hidden value counts from 0 to here, and by its square.
inline constexpr int hidden_full = 255;
// Wide registers take so many hidden values at once.
inline constexpr std::size_t hidden_step = 16;

namespace portable {

// Sums wrap around alike everywhere, whatever a file makes them add up to.
inline std::int16_t wrapped(int sum) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(sum)); }

inline void add_column(std::int16_t* sums, const std::int16_t* column, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sums[i] = wrapped(sums[i] + column[i]);
}

inline void move_column(std::int16_t* sums, const std::int16_t* before, const std::int16_t* from,
                        const std::int16_t* to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sums[i] = wrapped(before[i] - from[i] + to[i]);
}

inline std::int32_t weighed(int sum, int weight) {
    const int value = sum < 0 ? 0 : sum > hidden_full ? hidden_full : sum;
    // No product leaves 16 bits, since no weight leaves 8.
    return value * weight * value;
}

inline std::int32_t output(const std::int16_t* sums, const std::int16_t* weights, std::size_t count) {
    std::int32_t found = 0;
    for (std::size_t i = 0; i < count; ++i) found += weighed(sums[i], weights[i]);
    return found;
}

inline std::int32_t output_moved(const std::int16_t* sums, const std::int16_t* from, const std::int16_t* to,
                                 const std::int16_t* weights, std::size_t count) {
    std::int32_t found = 0;
    for (std::size_t i = 0; i < count; ++i) found += weighed(wrapped(sums[i] - from[i] + to[i]), weights[i]);
    return found;
}

}  // namespace portable

#ifdef HALMA_WIDE

namespace wide {

HALMA_WIDE_CODE inline __m256i numbers(const std::int16_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

HALMA_WIDE_CODE inline void add_column(std::int16_t* sums, const std::int16_t* column, std::size_t count) {
    for (std::size_t i = 0; i < count; i += hidden_step)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + i),
                            _mm256_add_epi16(numbers(sums + i), numbers(column + i)));
}

HALMA_WIDE_CODE inline __m256i moved(const std::int16_t* before, const std::int16_t* from, const std::int16_t* to) {
    return _mm256_add_epi16(_mm256_sub_epi16(numbers(before), numbers(from)), numbers(to));
}

HALMA_WIDE_CODE inline void move_column(std::int16_t* sums, const std::int16_t* before, const std::int16_t* from,
                                        const std::int16_t* to, std::size_t count) {
    for (std::size_t i = 0; i < count; i += hidden_step)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + i), moved(before + i, from + i, to + i));
}

HALMA_WIDE_CODE inline __m256i weighed(__m256i sums, const std::int16_t* weights) {
    const __m256i value = _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()),
                                           _mm256_set1_epi16(static_cast<std::int16_t>(hidden_full)));
    return _mm256_madd_epi16(_mm256_mullo_epi16(value, numbers(weights)), value);
}

HALMA_WIDE_CODE inline std::int32_t total(__m256i lanes) {
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    const __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 1)));
}

HALMA_WIDE_CODE inline std::int32_t output(const std::int16_t* sums, const std::int16_t* weights, std::size_t count) {
    __m256i found = _mm256_setzero_si256();
    for (std::size_t i = 0; i < count; i += hidden_step)
        found = _mm256_add_epi32(found, weighed(numbers(sums + i), weights + i));
    return total(found);
}

HALMA_WIDE_CODE inline std::int32_t output_moved(const std::int16_t* sums, const std::int16_t* from,
                                                 const std::int16_t* to, const std::int16_t* weights,
                                                 std::size_t count) {
    __m256i found = _mm256_setzero_si256();
    for (std::size_t i = 0; i < count; i += hidden_step)
        found = _mm256_add_epi32(found, weighed(moved(sums + i, from + i, to + i), weights + i));
    return total(found);
}

}  // namespace wide

#endif

}  // namespace halma::engine
