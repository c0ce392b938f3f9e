#include "learn/play_plan.hpp"

#include <charconv>

namespace halma::engine {

namespace {

template <class Number>
bool read(std::string_view text, Number least, Number most, Number& found) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) return false;
    found = number;
    return true;
}

// Milliseconds, so that no text of a fraction has to be read.
bool read_time(std::string_view text, double& seconds) {
    std::int64_t thousandths = 0;
    if (!read<std::int64_t>(text, 0, 3'600'000, thousandths)) return false;
    seconds = static_cast<double>(thousandths) / 1000;
    return true;
}

}  // namespace

std::string PlayPlan::set(std::string_view word) {
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) return "not NAME=VALUE: " + std::string(word);
    const auto name = word.substr(0, equals), value = word.substr(equals + 1);
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    bool fits = false;
    if (name == "seed")
        fits = read<std::uint64_t>(value, 0, UINT64_MAX, seed);
    else if (name == "first")
        fits = read<std::uint64_t>(value, 0, most, first);
    else if (name == "games")
        fits = read<std::uint64_t>(value, 1, 10'000'000, games);
    else if (name == "threads")
        fits = read(value, 1, 256, threads);
    else if (name == "nodes")
        fits = read<std::uint64_t>(value, 0, most, learner.nodes);
    else if (name == "rival_nodes")
        fits = read<std::uint64_t>(value, 0, most, rival.nodes);
    else if (name == "milliseconds")
        fits = read_time(value, learner.seconds);
    else if (name == "rival_milliseconds")
        fits = read_time(value, rival.seconds);
    else if (name == "rivalry")
        fits = read(value, 0, 100, rivalry);
    else if (name == "opening_least")
        fits = read(value, 0, 1000, opening_least);
    else if (name == "opening_most")
        fits = read(value, 0, 1000, opening_most);
    else if (name == "blunders")
        fits = read(value, 0, 100, blunders);
    else if (name == "noise")
        fits = read(value, 0, 10'000, noise);
    else if (name == "strays")
        fits = read(value, 0, 100, strays);
    else if (name == "every")
        fits = read(value, 0, 1000, every);
    else if (name == "most_turns")
        fits = read(value, 1, 30'000, most_turns);
    else if (name == "adjudicates")
        fits = read(value, 0, 1, adjudicates);
    else
        return "no such name: " + std::string(word);
    return fits ? std::string() : "no such value: " + std::string(word);
}

}  // namespace halma::engine
