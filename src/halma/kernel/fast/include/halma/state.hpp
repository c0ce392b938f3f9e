// A game in progress: the board, the situation, and what is kept up to date with every change of a cell.
#pragma once

#include <memory>
#include <vector>

#include "actions.hpp"
#include "repetition.hpp"
#include "rules.hpp"

namespace halma {

struct Change {
    Cell cell;
    Content before;
};

// What undo needs of the state before an action or a roll.
struct Record {
    Situation now;
    std::size_t changes;
    std::uint64_t key;
    bool counted;
    // A piece that only went from one free cell to another, and nothing else changed before.
    std::int16_t origin = no_cell;
    std::int16_t target = no_cell;
};

class State {
   public:
    std::shared_ptr<const Rules> keeper;
    const Rules* rules;
    std::array<Content, most_cells + 1> board{};
    // By content; of the first one the occupied cells.
    std::array<CellSet, most_kinds + 1> standing{};
    std::array<std::int32_t, most_kinds + 1> pieces{};
    // The same as `standing` laid out for whole-board shifts, where the game allows it.
    std::array<Words, most_kinds + 1> words{};
    PerSeat totals{};  // total advance of each seat
    std::uint64_t hash = 0;
    Situation now;
    Extras more;

    // The key under which the position at the start of this turn was counted, if it was.
    std::uint64_t key = 0;
    bool counted = false;
    Repetitions seen;
    std::vector<Change> changes;
    std::vector<Record> past;
    std::vector<Extras> past_extras;

    // Filled when somebody asks.
    ActionList actions;
    bool actions_known = false;

    explicit State(std::shared_ptr<const Rules> given) : keeper(std::move(given)), rules(keeper.get()) {}
    State(const State&) = default;
    State(State&&) = default;
    State& operator=(const State&) = default;
    State& operator=(State&&) = default;

    // ---- looking ----

    const CellSet& occupied() const { return standing[0]; }
    const Kind& kind_at(int cell) const { return rules->kind(board[static_cast<std::size_t>(cell)]); }
    bool empty(int cell) const { return !board[static_cast<std::size_t>(cell)]; }

    CellSet own_cells(int seat) const {
        CellSet found;
        for (auto code : rules->codes[static_cast<std::size_t>(seat)]) found |= standing[code];
        return found;
    }
    bool in_play(int seat) const { return !has_seat(now.gone, seat); }
    int playing() const { return rules->seats - now.out.count - now.finished.count; }
    // The next seat that is still in play.
    int following(int seat) const {
        for (int i = 1; i <= rules->seats; ++i) {
            const int other = (seat + i) % rules->seats;
            if (in_play(other)) return other;
        }
        return seat;
    }

    // ---- changing ----

    // Changes a cell so that it can be undone.
    void put(int cell, Content content) {
        changes.push_back({static_cast<Cell>(cell), board[static_cast<std::size_t>(cell)]});
        set(cell, content);
    }

    // Moves a piece to a free cell and leaves the undoing to the caller: the same as two changes, in half the time.
    void relocate(int origin, int target) {
        const auto from = static_cast<std::size_t>(origin), to = static_cast<std::size_t>(target);
        const Content content = board[from];
        const auto& kind = rules->kind(content);
        board[from] = 0;
        board[to] = content;
        standing[content].erase(origin);
        standing[content].insert(target);
        standing[0].erase(origin);
        standing[0].insert(target);
        const std::int32_t gain = kind.advance[to] - kind.advance[from];
        for (int seats = kind.owners; seats; seats &= seats - 1)
            totals[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(seats)))] += gain;
        hash ^= rules->key(origin, content) ^ rules->key(target, content);
        if (rules->lattice) {
            flip(origin, content);
            flip(target, content);
            flip(origin, 0);
            flip(target, 0);
        }
    }

    // Changes a cell for good.
    void set(int cell, Content content) {
        const auto at = static_cast<std::size_t>(cell);
        const Content before = board[at];
        if (before == content) return;
        board[at] = content;
        if (before) weigh(cell, before, -1);
        if (content) weigh(cell, content, 1);
        if (!before || !content) {
            if (content)
                standing[0].insert(cell);
            else
                standing[0].erase(cell);
            if (rules->lattice) flip(cell, 0);
        }
    }

   private:
    void weigh(int cell, Content content, int sign) {
        const auto& kind = rules->kind(content);
        if (sign > 0)
            standing[content].insert(cell);
        else
            standing[content].erase(cell);
        pieces[content] += sign;
        const std::int32_t gain = sign * kind.advance[static_cast<std::size_t>(cell)];
        for (int seats = kind.owners; seats; seats &= seats - 1)
            totals[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(seats)))] += gain;
        hash ^= rules->key(cell, content);
        if (rules->lattice) flip(cell, content);
    }

    void flip(int cell, Content content) {
        const auto at = static_cast<std::size_t>(cell);
        words[content][rules->lattice->class_of[at]] ^= Word{1} << rules->lattice->bit_of[at];
    }
};

}  // namespace halma
