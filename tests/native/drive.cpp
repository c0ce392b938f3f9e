// Drives the kernel without Python:
//
//     drive games TURNS FILE...    random games; checks what must hold of every state
//     drive speed TURNS FILE...    only plays, as fast as it can, and tells how many turns a second
//     drive fuzz RUNS [SEED]       random inputs for the fuzz target, without libFuzzer
//     drive repeat FILE...         inputs that were kept
//     drive numbers MOST FILE...   each number of the rules changed, or MOST of them where there are more
//
// One file for all of it, because the headers take long to compile under sanitizers.
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>

#include "fuzz.cpp"

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

static void fuzz(unsigned long runs, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    // Kept until the run is over, so that what crashes can be repeated.
    const char* keep = std::getenv("HALMA_FUZZ_KEEP");
    for (unsigned long run = 0; run < runs; ++run) {
        std::vector<std::uint8_t> bytes(random() % 900);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        if (keep) {
            std::ofstream file(keep, std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%lu inputs\n", runs);
}

static void repeat(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

int main(int count, char** given) {
    const std::string what = count > 2 ? given[1] : "";
    if (what == "fuzz") {
        fuzz(std::strtoul(given[2], nullptr, 10), count > 3 ? std::strtoull(given[3], nullptr, 10) : 1);
    } else if (what == "repeat") {
        for (int i = 2; i < count; ++i) repeat(given[i]);
    } else if (what == "numbers" && count > 3) {
        for (int i = 3; i < count; ++i) change_each_number(load_numbers(given[i]), std::strtoul(given[2], nullptr, 10));
        std::printf("numbers of %d games changed\n", count - 3);
    } else if ((what == "games" || what == "speed") && count > 3) {
        const std::int64_t turns = std::strtoll(given[2], nullptr, 10);
        for (int i = 3; i < count; ++i) (what == "speed" ? measure : play)(given[i], turns);
        std::printf("%d games played\n", count - 3);
    } else {
        std::fprintf(stderr,
                     "drive games|speed TURNS FILE... | fuzz RUNS [SEED] | repeat FILE... | numbers MOST FILE...\n");
        return 2;
    }
}
