// What compilers spell in different ways, and C++20 has no word for.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace halma::puzzles {

// Asks for a piece of memory that will be read soon; where no compiler knows how, nothing is lost but time.
inline void prefetch_memory(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
    static_cast<void>(address);
#endif
}

// The bytes in the opposite order; compilers make one instruction of it. C++23 has std::byteswap.
constexpr std::uint32_t byteswap(std::uint32_t word) {
    return word << 24 | (word & 0xff00u) << 8 | (word >> 8 & 0xff00u) | word >> 24;
}
static_assert(byteswap(0x01020304u) == 0x04030201u);

}  // namespace halma::puzzles
