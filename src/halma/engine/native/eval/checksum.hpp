// The checksum of files: CRC-32 as zlib has it, so that Python computes the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace halma::engine {

inline std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
    static constexpr auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t byte = 0; byte < made.size(); ++byte) {
            std::uint32_t rest = byte;
            for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320u : 0);
            made[byte] = rest;
        }
        return made;
    }();
    std::uint32_t sum = UINT32_MAX;
    for (const auto byte : bytes) sum = sum >> 8 ^ table[(sum ^ byte) & 0xFF];
    return ~sum;
}

}  // namespace halma::engine
