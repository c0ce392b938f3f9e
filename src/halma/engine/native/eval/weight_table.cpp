#include "eval/weight_table.hpp"

#include <array>
#include <cmath>
#include <type_traits>

namespace halma::engine {

bool Weights::set(std::string_view name, double value) {
#define HALMA_SET(type, member, initial, meaning)                                                             \
    if (name == #member) {                                                                                    \
        member = std::is_integral_v<type> ? static_cast<type>(std::lround(value)) : static_cast<type>(value); \
        return true;                                                                                          \
    }
    HALMA_WEIGHTS(HALMA_SET)
#undef HALMA_SET
    return false;
}

std::span<const WeightEntry> weight_table() {
#define HALMA_ENTRY(type, name, value, meaning) WeightEntry{#name, value, std::is_integral_v<type>, meaning},
    static constexpr auto entries = std::to_array<WeightEntry>({HALMA_WEIGHTS(HALMA_ENTRY)});
#undef HALMA_ENTRY
    return entries;
}

}  // namespace halma::engine
