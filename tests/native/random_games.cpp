// Plays random games and checks what must hold of every state: random_games TURNS FILE...
// With --speed it only plays, as fast as it can, and tells how many turns a second.
#include <cstring>
#include <ctime>

#include "check.hpp"
#include "load.hpp"

using namespace halma;

static void measure(const std::string& path, std::int64_t turns) {
    State state(load_rules(path));
    start(state, 0);
    // Time of the processor, which other programs disturb less.
    const auto begin = std::clock();
    const auto played = random_turns(state, 1, turns);
    const auto taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%12.0f turns/s  %s\n", static_cast<double>(played) / taken, path.c_str());
}

static void play(const std::string& path, std::int64_t turns) {
    Random random(std::hash<std::string>{}(path));
    State state(load_rules(path));
    start(state, 0);
    check_all(state);
    for (std::int64_t played = 0; played < turns; ++played) {
        const State before = state;
        if (!play_something(state, random)) {
            while (!state.past.empty()) undo(state);
            check_all(state);
            start(state, static_cast<int>(random.below(static_cast<std::uint32_t>(state.rules->seats))));
            continue;
        }
        check_all(state);
        State after = state;
        undo(after);
        MUST(same_state(before, after));
        MUST(position_key(before) == position_key(after));
        MUST(before.seen.occurrences(before.key) == after.seen.occurrences(before.key) || !before.counted);
    }
}

int main(int count, char** given) {
    const bool speed = count > 1 && !std::strcmp(given[1], "--speed");
    const int first = speed ? 2 : 1;
    if (count < first + 2) {
        std::fprintf(stderr, "random_games [--speed] TURNS FILE...\n");
        return 2;
    }
    const std::int64_t turns = std::strtoll(given[first], nullptr, 10);
    for (int i = first + 1; i < count; ++i) (speed ? measure : play)(given[i], turns);
    std::printf("%d games played\n", count - first - 1);
}
