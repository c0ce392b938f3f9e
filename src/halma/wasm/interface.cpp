// The C functions: numbers in, numbers out. Nothing is decided here.
#include "interface.hpp"

#include <concepts>
#include <cstdlib>
#include <exception>
#include <string>
#include <typeinfo>

#include "halma/halma.hpp"
#include "search/choice.hpp"

using namespace halma;

struct HalmaRules {
    std::shared_ptr<const Rules> rules;
};

struct HalmaState {
    State state;
};

namespace {

std::vector<std::int32_t> exchange;
std::string message;

std::span<const std::int32_t> given(std::int32_t count) {
    require(count >= 0 && static_cast<std::size_t>(count) <= exchange.size(), "there are not so many numbers");
    return {exchange.data(), static_cast<std::size_t>(count)};
}

// Does something for a caller who knows no exceptions.
template <class Do>
auto guarded(decltype(std::declval<Do>()()) refused, Do action) {
    try {
        return action();
    } catch (const std::exception& error) {
        message = error.what();
    }
    return refused;
}

// ---- numbers ----

class Writer {
   public:
    Writer() { exchange.clear(); }
    std::int32_t count() const { return static_cast<std::int32_t>(exchange.size()); }

    void write(std::integral auto number) { exchange.push_back(static_cast<std::int32_t>(number)); }
    template <class Word>
        requires std::is_enum_v<Word>
    void write(Word word) {
        write(static_cast<std::int32_t>(word));
    }
    void write(Division division) {
        write(division.steps);
        write(division.hops);
    }
    void write(const CellSet& cells) {
        write(cells.count());
        cells.each([&](int cell) { write(cell); });
    }
    template <class Item, std::size_t room>
    void write(const BoundedList<Item, room>& list) {
        write(list.size());
        for (const auto& item : list) write(item);
    }
    template <class Value>
    void write(const std::optional<Value>& value) {
        write(value.has_value());
        if (value) write(*value);
    }
    // Structs that Python has field by field.
    template <class Values>
        requires(Values::field_count > 0)
    void write(const Values& values) {
        values.each_field([&](const auto& field) { write(field); });
    }
    void write(const Action& action, const CellSet& captured) {
        write(action.kind);
        write(action.origin);
        write(action.target);
        write(captured);
    }
    void write_seats(const PerSeat& values, int seats) {
        for (int seat = 0; seat < seats; ++seat) write(values[static_cast<std::size_t>(seat)]);
    }
};

std::int32_t written(const std::vector<int>& numbers) {
    Writer out;
    for (int number : numbers) out.write(number);
    return out.count();
}

std::int32_t written(const std::optional<Violation>& refused) {
    if (!refused) return halma_nothing;
    Writer out;
    out.write(refused->reason);
    for (int cell : refused->cells) out.write(cell);
    return out.count();
}

Attempt read_attempt(const State& state, std::int32_t count) {
    Reader in(given(count));
    Attempt attempt;
    attempt.kind = in.word<ActionKind>("the kind of an attempt");
    attempt.origin = in.number(no_cell, state.rules->off, "the origin of an attempt");
    attempt.target = in.number(no_cell, state.rules->off, "the target of an attempt");
    attempt.captured = in.cell_set(state.rules->cells, "the captured cells of an attempt");
    in.finish();
    return attempt;
}

std::vector<int> read_way(const State& state, std::int32_t count) {
    std::vector<int> way;
    for (auto cell : given(count)) {
        require(cell >= 0 && cell <= state.rules->off, "a cell of the way is not on the board");
        way.push_back(cell);
    }
    return way;
}

const Action& action_at(State& state, std::int32_t at) {
    const auto& list = legal(state);
    require(at >= 0 && static_cast<std::size_t>(at) < list.size(), "there are not so many legal actions");
    return list[static_cast<std::size_t>(at)];
}

bool is_same_action(const ActionList& list, const Action& one, const Action& other) {
    return one.kind == other.kind && one.origin == other.origin && one.target == other.target &&
           list.captured(one) == list.captured(other);
}

}  // namespace

#ifdef __wasm__

// There are no exceptions: whatever is thrown, all of it standard exceptions, is told and ends everything.
extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    message = static_cast<std::exception*>(thrown)->what();
    __builtin_trap();
}

#endif

std::int32_t* halma_numbers(std::int32_t room) {
    exchange.resize(std::max(exchange.size(), static_cast<std::size_t>(std::max(room, 1))));
    return exchange.data();
}

const char* halma_message() { return message.c_str(); }

// ---- rules and states ----

HalmaRules* halma_rules(std::int32_t count) {
    return guarded(nullptr, [&] { return new HalmaRules{read_rules(given(count))}; });
}

HalmaState* halma_start(const HalmaRules* rules, std::int32_t first) {
    return guarded(nullptr, [&] {
        State state(rules->rules);
        start(state, first);
        return new HalmaState{std::move(state)};
    });
}

HalmaState* halma_resume(const HalmaRules* rules, std::int32_t count) {
    return guarded(nullptr, [&] {
        const auto cells = static_cast<std::size_t>(rules->rules->cells);
        const auto numbers = given(count);
        require(numbers.size() > cells, "the board has another number of cells");
        std::vector<std::uint8_t> board;
        for (auto content : numbers.first(cells)) {
            require(content >= 0 && content <= most_kinds, "there is no such kind of piece");
            board.push_back(static_cast<std::uint8_t>(content));
        }
        const auto values = read_situation(*rules->rules, numbers.subspan(cells));
        return new HalmaState{resume(rules->rules, board, values)};
    });
}

HalmaState* halma_copy(const HalmaState* state) { return new HalmaState(*state); }

void halma_free_rules(HalmaRules* rules) { delete rules; }

void halma_free_state(HalmaState* state) { delete state; }

// ---- looking ----

std::int32_t halma_contents(const HalmaState* state) {
    Writer out;
    for (int cell = 0; cell < state->state.rules->cells; ++cell)
        out.write(state->state.board[static_cast<std::size_t>(cell)]);
    return out.count();
}

std::int32_t halma_situation(const HalmaState* state) {
    Writer out;
    out.write(values_of(state->state));
    return out.count();
}

std::int32_t halma_progress(const HalmaState* state) {
    Writer out;
    out.write_seats(state->state.totals, state->state.rules->seats);
    for (int seat = 0; seat < state->state.rules->seats; ++seat) out.write(pieces_home(state->state, seat));
    return out.count();
}

std::int32_t halma_scores(const HalmaState* state) {
    if (state->state.rules->count == Count::nothing) return halma_nothing;
    Writer out;
    for (int seat = 0; seat < state->state.rules->seats; ++seat) out.write(score(state->state, seat));
    return out.count();
}

std::int32_t halma_lot(const HalmaState* state) {
    const State& now = state->state;
    if (now.now.phase != Phase::roll || !awaits_lot(now)) return halma_nothing;
    const auto seat = static_cast<std::size_t>(now.now.seat);
    Writer out;
    out.write(now.more.hands[seat]);
    now.rules->placing->zones[seat].each([&](int cell) {
        if (!now.board[static_cast<std::size_t>(cell)]) out.write(cell);
    });
    return out.count();
}

std::int32_t halma_occurrences(const HalmaState* state) {
    return state->state.seen.occurrences(position_key(state->state));
}

std::uint64_t halma_hash(const HalmaState* state) { return position_key(state->state); }

std::int32_t halma_legal(HalmaState* state) {
    Writer out;
    const auto& list = legal(state->state);
    for (const auto& action : list) out.write(action, list.captured(action));
    return out.count();
}

std::int32_t halma_path(HalmaState* state, std::int32_t at) {
    return guarded(halma_refused, [&] {
        const auto& action = action_at(state->state, at);
        return written(path(state->state, action, state->state.actions.captured(action)));
    });
}

// ---- what people mean ----

std::int32_t halma_matching(HalmaState* state, std::int32_t count) {
    return guarded(halma_refused, [&] {
        const auto meant = matching(state->state, read_attempt(state->state, count));
        const auto& list = state->state.actions;
        Writer out;
        for (std::size_t at = 0; at < list.size(); ++at)
            for (const auto& action : meant)
                if (is_same_action(list, list[at], action)) out.write(at);
        return out.count();
    });
}

std::int32_t halma_refusal(HalmaState* state, std::int32_t count) {
    return guarded(halma_refused, [&] { return written(refusal(state->state, read_attempt(state->state, count))); });
}

std::int32_t halma_duty(HalmaState* state) { return written(duty(state->state)); }

std::int32_t halma_way(HalmaState* state, std::int32_t count) {
    return guarded(halma_refused, [&]() -> std::int32_t {
        const Action* found = find_way(state->state, read_way(state->state, count));
        if (!found) return halma_nothing;
        return static_cast<std::int32_t>(found - &state->state.actions[0]);
    });
}

std::int32_t halma_captured(const HalmaState* state, std::int32_t count) {
    return guarded(halma_refused, [&]() -> std::int32_t {
        const auto captured = captured_on(state->state, read_way(state->state, count));
        return captured ? written(listed(*captured)) : halma_nothing;
    });
}

// ---- playing ----

std::int32_t halma_push(HalmaState* state, std::int32_t at) {
    return guarded(halma_refused, [&] {
        const Action action = action_at(state->state, at);
        apply(state->state, state->state.actions, action);
        return 0;
    });
}

std::int32_t halma_roll(HalmaState* state, std::int32_t count) {
    return guarded(halma_refused, [&] {
        const auto values = given(count);
        if (awaits_lot(state->state)) {
            CellSet cells;
            for (auto cell : values) {
                require(cell >= 0 && cell < state->state.rules->cells && !cells.contains(cell),
                        "a lot names different cells of the board");
                cells.insert(cell);
            }
            scatter(state->state, cells);
            return 0;
        }
        const auto dice = static_cast<std::size_t>(dice_count(*state->state.rules));
        require(dice && values.size() == dice, "the roll has another number of dice");
        roll(state->state, values[0], dice > 1 ? values[1] : 0);
        return 0;
    });
}

std::int32_t halma_undo(HalmaState* state) {
    return guarded(halma_refused, [&] {
        undo(state->state);
        return 0;
    });
}

// ---- thinking ----

std::int32_t halma_slowness(const HalmaRules* rules) { return engine::slowness(*rules->rules); }

std::int32_t halma_think(const HalmaState* state, std::uint64_t nodes, std::uint64_t seed, std::int32_t depth,
                         std::int32_t lines, std::int32_t milliseconds) {
    return guarded(halma_refused, [&] {
        const auto phase = state->state.now.phase;
        require(phase == Phase::move || phase == Phase::huff, "there is nothing to think about now");
        require(nodes || depth > 0 || milliseconds > 0, "a search needs a limit");
        const auto weakness = given(engine::Weakness::numbers);
        engine::Question question;
        question.depth = depth;
        question.lines = std::max(lines, 1);
        question.seed = seed;
        question.weakness = engine::Weakness::from(weakness);
        const double seconds = milliseconds > 0 ? milliseconds / 1e3 : engine::Budget::no_limit;
        engine::Budget budget(nodes ? nodes : UINT64_MAX, seconds, {});
        const auto answer = engine::answer_to(state->state, budget, question);
        const int seats = state->state.rules->seats;
        Writer out;
        out.write(answer.depth);
        out.write(answer.nodes & UINT32_MAX);
        out.write(answer.nodes >> 32);
        out.write_seats(answer.remaining, seats);
        out.write(answer.lines.size());
        for (const auto& line : answer.lines) {
            out.write_seats(line.scores, seats);
            out.write(line.moves.size());
            for (const auto& move : line.moves) out.write(move.action, move.captured);
        }
        return out.count();
    });
}
