#include "learn/samples.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "eval/checksum.hpp"

namespace halma::engine {

namespace {

constexpr std::string_view samples_magic = "HALMAPLY";
constexpr std::int64_t samples_version = 1;

int bounded(int number) { return std::clamp(number, -INT16_MAX, INT16_MAX); }

}  // namespace

Layout::Layout(const Rules& rules) : digest(layout_digest(rules)), cells(rules.cells), seats(rules.seats) {
    State state(std::make_shared<const Rules>(rules));
    start(state, 0);
    for (int seat = 0; seat < seats; ++seat) begin += state.totals[static_cast<std::size_t>(seat)];
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        armies.push_back(kind.army);
        std::vector<int> best;
        kind.goal_cells.each([&](int cell) { best.push_back(kind.advance[static_cast<std::size_t>(cell)]); });
        std::sort(best.begin(), best.end(), std::greater<>());
        best.resize(std::min(best.size(), static_cast<std::size_t>(kind.army)));
        for (const int advance : best) end += advance * std::popcount(static_cast<unsigned>(kind.owners));
    }
}

bool can_learn(const Rules& rules) {
    return rules.goal.word == GoalWord::home && rules.dice == Dice::none && !rules.placing && !rules.exit &&
           rules.seats > 1 && std::ranges::none_of(rules.kinds, [](const Kind& kind) { return kind.captures; });
}

Bytes encoded(const Layout& layout, std::uint64_t seed, const std::vector<SampledGame>& games) {
    Bytes bytes(samples_magic.begin(), samples_magic.end());
    append(bytes, samples_version, 4);
    const std::size_t sum_at = bytes.size();
    append(bytes, 0, 4);
    append(bytes, static_cast<std::int64_t>(layout.digest), 8);
    append(bytes, layout.cells, 2);
    append(bytes, layout.seats, 1);
    append(bytes, static_cast<std::int64_t>(layout.armies.size()), 1);
    append(bytes, layout.begin, 4);
    append(bytes, layout.end, 4);
    append(bytes, static_cast<std::int64_t>(seed), 8);
    for (const int army : layout.armies) append(bytes, army, 2);
    append(bytes, static_cast<std::int64_t>(games.size()), 4);
    std::size_t count = 0;
    for (const auto& game : games) count += game.samples.size();
    append(bytes, static_cast<std::int64_t>(count), 4);
    for (const auto& game : games) {
        append(bytes, static_cast<std::int64_t>(game.number), 8);
        append(bytes, static_cast<int>(game.ended), 1);
        append(bytes, game.learner, 1);
        append(bytes, game.turns, 2);
        append(bytes, bounded(game.margin), 2);
        for (const auto place : game.places) append(bytes, place, 1);
        append(bytes, static_cast<std::int64_t>(game.samples.size()), 4);
    }
    for (const auto& game : games)
        for (const auto& sample : game.samples) {
            append(bytes, sample.flags, 1);
            append(bytes, sample.actor, 1);
            append(bytes, sample.turn, 2);
            append(bytes, bounded(sample.score), 2);
            for (int seat = 0; seat < layout.seats; ++seat)
                append(bytes, bounded(sample.written[static_cast<std::size_t>(seat)]), 2);
            for (const auto cell : sample.cells) append(bytes, cell, 2);
        }
    const auto sum = checksum(std::span(bytes).subspan(sum_at + 4));
    for (std::size_t i = 0; i < 4; ++i) bytes[sum_at + i] = static_cast<std::uint8_t>(sum >> 8 * i);
    return bytes;
}

}  // namespace halma::engine
