// Compiled rules as Python hands them over: whole numbers of four bytes each, in the order of the machine.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace halma {

inline std::vector<std::int32_t> read_numbers(const nanobind::bytes& given) {
    if (given.size() % sizeof(std::int32_t)) throw nanobind::value_error("halma: a number is cut off");
    std::vector<std::int32_t> found(given.size() / sizeof(std::int32_t));
    if (!found.empty()) std::memcpy(found.data(), given.c_str(), given.size());
    return found;
}

}  // namespace halma
