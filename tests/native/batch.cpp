// Steps batches of games in three threads, under a sanitizer: batch STEPS FILE.rules ...
#include <cstdio>
#include <cstdlib>

#include "games.hpp"
#include "load.hpp"

using namespace halma;
using namespace halma::batch;

namespace {

// The layout of ids that halma/batch/actions.py makes, but for the order of directions.
IdLayout layout_of(const Rules& rules) {
    const int n = rules.cells, directions = 8;
    IdLayout made;
    auto block = [next = static_cast<Id>(n * n)](int length) mutable {
        const Id first = next;
        next += static_cast<Id>(length);
        return first;
    };
    made.cells = n;
    made.directions = directions;
    made.pass = block(1);
    made.done = block(1);
    made.leave = block(n);
    made.take = block(n);
    made.place = block(n);
    made.swap = block(n * directions);
    made.size = block(0);
    for (int cell = 0; cell < n; ++cell) {
        const auto near = rules.neighbours[cell];
        for (std::size_t way = 0; way < directions; ++way)
            made.neighbours.push_back(way < near.size() ? near[way] : no_cell);
    }
    return made;
}

int drive(const char* file, int steps) {
    const auto rules = load_rules(file);
    State state(rules);
    start(state, 0);
    forget_past(state);
    const IdLayout layout = layout_of(*rules);
    std::vector<Plane> planes;
    for (int source = 0; source < sources; ++source) planes.push_back({static_cast<Source>(source), 0, 2.0, {}});
    Encoding encoding(*rules, layout, {static_cast<std::size_t>(rules->seats), planes});
    const std::size_t count = 3 * Games::games_per_thread, seats = static_cast<std::size_t>(rules->seats);
    std::vector<std::uint8_t> masks(count * layout.size), ended(2 * count);
    std::vector<float> seen(count * encoding.observation_size()), last(seen.size()), rewards(count * seats);
    std::vector<std::int8_t> acting(count);
    std::vector<std::int32_t> turns(count), lengths(count);
    std::vector<std::int64_t> actions(count);
    auto* flags = reinterpret_cast<bool*>(ended.data());
    const Arrays arrays{masks.data(), layout.size,   false,         seen.data(),  last.data(),    rewards.data(),
                        flags,        flags + count, acting.data(), turns.data(), lengths.data(), actions.data()};
    Games games(state, std::move(encoding), {.seed = 3, .max_turns = 12, .threads = 3}, arrays, count);
    games.reset(nullptr);
    for (int step = 0; step < steps; ++step) {
        games.sample();
        if (games.step(actions.data())) {
            std::fprintf(stderr, "%s: a drawn action was refused\n", file);
            return 1;
        }
    }
    return 0;
}

}  // namespace

int main(int count, char** given) {
    for (int i = 2; i < count; ++i)
        if (drive(given[i], std::atoi(given[1]))) return 1;
    std::printf("%d batches\n", count - 2);
}
