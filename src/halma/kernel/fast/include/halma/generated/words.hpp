// The limits and the enumerations that Python and C++ share.
// Written by `python -m halma.kernel.fast.schema`; change the schema, not this file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace halma {

// What compiled rules begin with after their mark: it changes with the schema.
inline constexpr std::int32_t schema_digest = 0x540AB4A3;

// Tells compiled rules from anything else.
inline constexpr std::int32_t rules_magic = 1212238925;
inline constexpr int most_seats = 6;
// Kinds of piece, nothing not counted among them.
inline constexpr int most_kinds = 15;
// Room for the 17 x 17 points with some to spare, and one number more for off the board.
inline constexpr int most_cells = 319;
// Of a die.
inline constexpr int faces = 6;
inline constexpr std::size_t most_dice = 2;
// Six steps and one chain of hops are the most a roll allows a turn.
inline constexpr std::size_t most_used = 7;
// Cells fall into classes by the parity of their two lattice coordinates.
inline constexpr int classes = 4;
// A class of cells lies in one word.
inline constexpr std::size_t word_bits = 64;
inline constexpr int most_directions = 8;

enum class Movement : std::uint8_t { step, hop, run, retrace };
constexpr int word_count(Movement) { return 4; }

enum class GoalWord : std::uint8_t { none, home, figure, in_a_row, connected, all_off, too_few };
constexpr int word_count(GoalWord) { return 7; }

enum class RestrictionWord : std::uint8_t { stay_in_target, same_shade, station, end_in };
constexpr int word_count(RestrictionWord) { return 4; }

enum class Duty : std::uint8_t { none, lose, lose_and_lift, lenient };
constexpr int word_count(Duty) { return 4; }

enum class NoMove : std::uint8_t { pass, end, shut_in, unsolved };
constexpr int word_count(NoMove) { return 4; }

enum class Count : std::uint8_t { nothing, captured, difference, home };
constexpr int word_count(Count) { return 4; }

enum class Ranking : std::uint8_t { target, off, draw };
constexpr int word_count(Ranking) { return 3; }

enum class Dice : std::uint8_t { none, split, run };
constexpr int word_count(Dice) { return 3; }

// What becomes of a player who could capture and makes another move.
enum class CaptureDuty : std::uint8_t { forced, huff, huff_any };
constexpr int word_count(CaptureDuty) { return 3; }

enum class Enclosing : std::uint8_t { none, by_own, by_anyone };
constexpr int word_count(Enclosing) { return 3; }

enum class ActionKind : std::uint8_t { step, hop, run, retrace, place, swap, huff, pass, done };
constexpr int word_count(ActionKind) { return 9; }

enum class Phase : std::uint8_t { move, roll, huff, over };
constexpr int word_count(Phase) { return 4; }

enum class Termination : std::uint8_t {
    filled,
    filled_up,
    blocked_out,
    stall,
    all_passed,
    all_off,
    connected,
    in_a_row,
    captured_most,
    most_home,
    shut_in,
    too_few,
    solved,
    unsolved,
};
constexpr int word_count(Termination) { return 14; }

// The rule that forbids what somebody would like to play.
enum class Reason : std::uint8_t {
    game_over,
    roll_first,
    lot_first,
    place_first,
    hand_empty,
    place_zone,
    huff_first,
    not_huffable,
    no_piece,
    not_yours,
    partner_only,
    occupied,
    same_place,
    unreachable,
    no_such_path,
    dark_steps,
    light_hops,
    forward_only,
    already_used,
    wrong_count,
    wrong_distance,
    blocked_way,
    safe_in_goal,
    goal_piece,
    must_capture,
    stay_in_target,
    same_shade,
    station,
    end_outside,
    clear_home,
    clear_forward,
    no_swap,
    swap_target,
    swap_not_needed,
    cannot_leave,
    must_move,
    nothing_done,
};
constexpr int word_count(Reason) { return 37; }

}  // namespace halma
