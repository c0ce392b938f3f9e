// Rules from the numbers that Python writes: read within their bounds by what is generated from the schema, checked
// where fields must fit each other, and completed by what is computed from them. Nothing is trusted.
#pragma once

#include <memory>

#include "build_lattice.hpp"
#include "generated/read_fields.hpp"

namespace halma {

// ---- what must hold between several fields ----

inline void check_parts(const std::vector<Part>& parts) {
    CellSet all;
    for (const auto& part : parts) {
        require(!part.cells.meets(all), "the parts of a goal overlap");
        all |= part.cells;
    }
}

inline void check_kind(const Kind& kind, int cells) {
    require(kind.advance.empty() || kind.advance.size() == static_cast<std::size_t>(cells),
            "the advance of some cells is missing");
    check_parts(kind.goal);
    check_parts(kind.ranking);
    int capturing = 0;
    for (const auto& mover : kind.movers) {
        require(mover.captures || mover.word != Movement::run, "a run captures");
        require(!mover.hoppable[0], "nobody hops over nothing");
        capturing += mover.captures;
    }
    // Two words that capture could find the same move twice.
    require(capturing <= 1, "only one word of a kind's movement may capture");
}

inline void check_rules(const Rules& rules) {
    for (const auto& kind : rules.kinds) check_kind(kind, rules.cells);
    for (const auto& lines : rules.goal.lines.from) require(lines.size() % 2 == 0, "a line has one end only");
    require(rules.enclosing == Enclosing::none || rules.placing, "only placed pieces enclose");
    require(rules.dice == Dice::none || !rules.placing || !rules.placing->by_lot, "dice and a lot do not go together");
}

// ---- what is computed ----

inline CellSet cells_of(const std::vector<Part>& parts) {
    CellSet all;
    for (const auto& part : parts) all |= part.cells;
    return all;
}

// Whether a word of a movement takes pieces off a board of so many cells.
inline bool leads_off(const Mover& mover, int cells) {
    for (int cell = 0; cell < cells; ++cell) {
        for (auto land : mover.steps[cell])
            if (land == cells) return true;
        for (auto leap : mover.hops[cell])
            if (leap.land == cells) return true;
    }
    return false;
}

// Kinds by content, of which the first is nothing.
inline void derive_kinds(Rules& rules) {
    rules.kinds.insert(rules.kinds.begin(), Kind{});
    for (std::size_t code = 0; code < rules.kinds.size(); ++code) {
        auto& kind = rules.kinds[code];
        kind.advance.resize(static_cast<std::size_t>(rules.cells) + 1, 0);
        kind.goal_cells = cells_of(kind.goal);
        kind.ranking_cells = cells_of(kind.ranking);
        for (const auto& mover : kind.movers) {
            kind.captures |= mover.captures;
            kind.leaves |= leads_off(mover, rules.cells);
        }
        for (int seat = 0; seat < rules.seats; ++seat)
            if (has_seat(kind.owners, seat))
                rules.codes[static_cast<std::size_t>(seat)].push_back(static_cast<Content>(code));
    }
}

inline void derive_teams(Rules& rules) {
    for (int seat = 0; seat < rules.seats; ++seat) {
        const auto one = static_cast<std::size_t>(seat);
        rules.partner[one] = no_cell;
        for (int other = 0; other < rules.seats; ++other)
            if (rules.teams[static_cast<std::size_t>(other)] == rules.teams[one]) {
                rules.team[one] |= seat_bit(other);
                if (other != seat && rules.partner[one] == no_cell) rules.partner[one] = other;
            }
        rules.has_teams |= rules.partner[one] != no_cell;
    }
}

inline void derive_lattice(Rules& rules, bool portable) {
    if (!rules.layout) return;
    rules.lattice = LatticeBuilder(rules, *rules.layout, portable).build();
    rules.layout.reset();
    if (!rules.lattice) return;
    for (auto& kind : rules.kinds) {
        kind.home_words = rules.lattice->words(kind.home);
        kind.target_words = rules.lattice->words(kind.target);
        kind.forward.resize(static_cast<std::size_t>(rules.cells));
        kind.home.each([&](int cell) {
            CellSet further;
            kind.home.each([&](int other) {
                if (kind.advance[static_cast<std::size_t>(other)] > kind.advance[static_cast<std::size_t>(cell)])
                    further.insert(other);
            });
            kind.forward[static_cast<std::size_t>(cell)] = rules.lattice->words(further);
        });
    }
}

// Fixed numbers: the same position has the same hash in every run.
inline void derive_keys(Rules& rules) {
    std::uint64_t seed = 0x68616C6D61u;
    rules.keys.assign((static_cast<std::size_t>(rules.cells) + 1) * (most_kinds + 1), 0);
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(rules.cells); ++cell)
        for (std::size_t content = 1; content < rules.kinds.size(); ++content) {
            seed += 0x9E3779B97F4A7C15u;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
            rules.keys[cell * (most_kinds + 1) + content] = mixed ^ (mixed >> 31);
        }
}

inline void derive_all(Rules& rules, bool portable) {
    rules.off = rules.cells;
    derive_kinds(rules);
    derive_teams(rules);
    derive_lattice(rules, portable);
    derive_keys(rules);
    rules.has_extras = rules.placing || rules.dice != Dice::none || rules.exit;
    for (const auto& kind : rules.kinds) rules.has_extras |= kind.captures;
    rules.only_stay_in_target = true;
    for (const auto& restriction : rules.restrictions) {
        const bool stay = restriction.word == RestrictionWord::stay_in_target;
        rules.stay_in_target |= stay;
        rules.only_stay_in_target &= stay;
    }
    rules.quick_draw = rules.lattice && rules.only_stay_in_target && !rules.swap && !rules.has_extras;
}

// `portable` does without wide registers even where the machine has them.
inline std::shared_ptr<const Rules> read_rules(std::span<const std::int32_t> numbers, bool portable = false) {
    Reader in(numbers);
    require(in.number(INT32_MIN, INT32_MAX, "the mark of compiled rules") == rules_magic,
            "these are no compiled rules");
    require(in.number(INT32_MIN, INT32_MAX, "the digest of the schema") == schema_digest,
            "the compiled kernel was built from another schema than the rules were written with: install halma again");
    auto rules = std::make_shared<Rules>(FieldReader(in).read_rules());
    in.finish();
    check_rules(*rules);
    derive_all(*rules, portable);
    return rules;
}

}  // namespace halma
