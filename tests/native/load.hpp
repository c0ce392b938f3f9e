// Reads the files that export_rules.py writes.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "halma/halma.hpp"

inline std::vector<std::int32_t> load_numbers(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::int32_t> numbers;
    for (std::int32_t number; file >> number;) numbers.push_back(number);
    return numbers;
}

inline std::shared_ptr<const halma::Rules> load_rules(const std::string& path) {
    return halma::read_rules(load_numbers(path));
}
