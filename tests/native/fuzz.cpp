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

// Rules with one number changed, some numbers of the list after each other, each to several values: refused, or a game
// that can be played.
void change_each_number(const std::vector<std::int32_t>& given, std::size_t most) {
    auto numbers = given;
    for (std::size_t at = 0; at < numbers.size(); at += 1 + numbers.size() / most) {
        const auto now = numbers[at];
        for (const std::int32_t value : {now - 1, now + 1, 0, 63, INT32_MAX}) {
            numbers[at] = value;
            try {
                State state(read_rules(numbers));
                start(state, 0);
                random_turns(state, 1, 5);
            } catch (const std::logic_error&) {
                // Refused.
            }
        }
        numbers[at] = now;
    }
}

// A board and any situation: refused, or a state that can be played on.
void any_situation(const Loaded& game, Bytes& bytes) {
    const auto& rules = *game.rules;
    std::vector<std::uint8_t> board(static_cast<std::size_t>(rules.cells));
    for (auto& content : board) {
        const unsigned value = bytes.byte();
        content = static_cast<std::uint8_t>(value < 128 ? 0 : value % rules.kinds.size());
    }
    // What a reader would let through, and a little more often what fits the game.
    const auto up_to = [&](int most) { return static_cast<int>(bytes.byte()) % (most + 1); };
    const auto fill = [&]<class Item, std::size_t room>(BoundedList<Item, room>& list, int count, int most) {
        for (int i = 0; i < count; ++i) list.push_back(static_cast<Item>(up_to(most)));
    };
    const int seats = rules.seats, cells = rules.cells;
    SituationValues now;
    now.seat = static_cast<std::uint8_t>(up_to(seats - 1));
    now.actor = static_cast<std::uint8_t>(up_to(seats - 1));
    now.turn = up_to(200);
    now.phase = static_cast<Phase>(up_to(word_count(Phase{}) - 1));
    fill(now.hands, seats, rules.placing ? 3 : 0);
    fill(now.captured, seats, 3);
    fill(now.lost, seats, 3);
    fill(now.out, up_to(7) ? 0 : 1, seats - 1);
    fill(now.finished, up_to(7) ? 0 : 1, seats - 1);
    now.passes = up_to(seats);
    fill(now.best, seats, 60);
    fill(now.idle, seats, 60);
    for (int dice = up_to(3) ? dice_count(rules) : 0; dice > 0; --dice)
        now.roll.push_back(static_cast<std::uint8_t>(1 + up_to(faces - 1)));
    fill(now.used, up_to(3) ? 0 : up_to(most_used), cells - 1);
    now.steps = static_cast<std::uint8_t>(up_to(faces));
    now.hopped = up_to(1);
    for (int count = rules.dice == Dice::split ? up_to(most_dice) : 0; count > 0; --count)
        now.divisions.push_back({static_cast<std::uint8_t>(up_to(faces)), static_cast<std::uint8_t>(up_to(faces))});
    for (int count = up_to(3) ? 0 : up_to(7); count > 0; --count) now.huffable.insert(up_to(cells - 1));
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
