// The fuzz target: bytes choose a game and then drive it, or are read as rules or as a situation.
//
// The law it checks: whatever comes, the kernel either refuses with an exception or keeps what must hold of a state.
// HALMA_RULES names the folder of export_rules.py. With clang: -fsanitize=fuzzer; without, drive.cpp does it.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "check.hpp"
#include "load.hpp"

using namespace halma;

namespace {

struct Loaded {
    std::vector<std::int32_t> numbers;
    std::shared_ptr<const Rules> rules;
};

const std::vector<Loaded>& games() {
    static const std::vector<Loaded> found = [] {
        const char* folder = std::getenv("HALMA_RULES");
        if (!folder) {
            std::fprintf(stderr, "HALMA_RULES is not set\n");
            std::exit(2);
        }
        std::vector<std::string> paths;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path().string());
        std::sort(paths.begin(), paths.end());
        std::vector<Loaded> loaded;
        for (const auto& path : paths) {
            auto numbers = load_numbers(path);
            auto rules = read_rules(numbers);
            loaded.push_back({std::move(numbers), std::move(rules)});
        }
        return loaded;
    }();
    return found;
}

class Bytes {
   public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool empty() const { return at_ >= size_; }
    unsigned byte() { return empty() ? 0 : data_[at_++]; }
    unsigned two() { return byte() << 8 | byte(); }

   private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

void drive(State& state, Bytes& bytes) {
    for (int i = 0; i < 300 && !bytes.empty(); ++i) {
        const unsigned what = bytes.byte();
        if (what < 16) {
            if (!state.past.empty()) undo(state);
        } else if (state.now.phase == Phase::roll && awaits_lot(state)) {
            Random random(bytes.two());
            const CellSet cells = random_cells(state, random);
            if (cells.count() != state.more.hands[state.now.seat]) return;
            scatter(state, cells);
        } else if (state.now.phase == Phase::roll) {
            roll(state, 1 + static_cast<int>(what % 6), 1 + static_cast<int>(what / 6 % 6));
        } else {
            const auto& list = legal(state);
            if (list.empty()) return;
            apply(state, list, list[(what * 256 + bytes.byte()) % list.size()]);
        }
        check_all(state);
    }
}

// Rules with some numbers changed: refused, or a game that can be played.
void broken_rules(const Loaded& game, Bytes& bytes) {
    auto numbers = game.numbers;
    const unsigned changes = 1 + bytes.byte() % 4;
    for (unsigned i = 0; i < changes; ++i) {
        const auto at = (bytes.two() * 256 + bytes.byte()) % numbers.size();
        static constexpr std::int32_t odd[] = {-1, 0, 1, 2, 255, 256, 65535, INT32_MAX, INT32_MIN};
        const unsigned value = bytes.byte();
        numbers[at] = value < 9 ? odd[value] : static_cast<std::int32_t>(value);
    }
    State state(read_rules(numbers));
    start(state, 0);
    for (int i = 0; i < 60 && !bytes.empty(); ++i) {
        if (state.now.phase == Phase::roll) {
            roll(state, 1 + static_cast<int>(bytes.byte() % 6), 1 + static_cast<int>(bytes.byte() % 6));
            continue;
        }
        const auto& list = legal(state);
        if (list.empty()) break;
        apply(state, list, list[bytes.two() % list.size()]);
    }
    while (!state.past.empty()) undo(state);
}

// A board and a situation of any numbers: refused, or a state that can be played on.
void any_situation(const Loaded& game, Bytes& bytes) {
    const auto& rules = *game.rules;
    std::vector<std::uint8_t> board(static_cast<std::size_t>(rules.cells));
    for (auto& content : board) {
        const unsigned value = bytes.byte();
        content = static_cast<std::uint8_t>(value < 128 ? 0 : value % rules.kinds.size());
    }
    const auto seats = static_cast<unsigned>(rules.seats);
    std::vector<std::int32_t> now;
    const auto small = [&](unsigned most) { now.push_back(static_cast<std::int32_t>(bytes.byte() % (most + 1))); };
    const auto list = [&](unsigned count, unsigned most) {
        now.push_back(static_cast<std::int32_t>(count));
        for (unsigned i = 0; i < count; ++i) small(most);
    };
    small(seats - 1);
    small(seats - 1);
    small(200);
    small(4);
    for (int i = 0; i < 3; ++i) list(seats, rules.placing || i ? 3 : 0);
    for (int i = 0; i < 2; ++i) list(bytes.byte() % 8 ? 0 : 1, seats - 1);
    small(seats);
    for (int i = 0; i < 2; ++i) list(seats, 60);
    list(static_cast<unsigned>(bytes.byte() % 4 ? dice_count(rules) : 0), 6);
    list(bytes.byte() % 4 ? 0 : bytes.byte() % 8, static_cast<unsigned>(rules.cells - 1));
    small(6);
    small(1);
    list(rules.dice == Dice::split ? 2 * (bytes.byte() % 3) : 0, 6);
    list(bytes.byte() % 4 ? 0 : bytes.byte() % 8, static_cast<unsigned>(rules.cells - 1));
    now.push_back(0);
    State state = resume(game.rules, board, now);
    drive(state, bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const auto& game = games()[bytes.two() % games().size()];
    try {
        switch (bytes.byte() % 4) {
            case 0:
                broken_rules(game, bytes);
                break;
            case 1:
                any_situation(game, bytes);
                break;
            default: {
                State state(game.rules);
                start(state, static_cast<int>(bytes.byte() % static_cast<unsigned>(game.rules->seats)));
                drive(state, bytes);
                while (!state.past.empty()) undo(state);
                check_all(state);
            }
        }
    } catch (const std::logic_error&) {
        // Refused: std::invalid_argument, std::out_of_range or std::length_error.
    }
    return 0;
}
