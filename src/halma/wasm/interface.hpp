// Kernel and engine as C functions, for whoever cannot speak C++: a browser (WebAssembly), ctypes.
//
// Everything goes in and out as whole numbers of 32 bits. There is one place for them: `halma_numbers` makes room and
// tells where it is; a call with a `count` takes so many numbers from there, and a call that answers with numbers
// leaves them there and gives their count back. Rules and situations are the numbers of kernel/fast/compile.py. An
// action is its kind, origin, target, how many cells it captures, and these; where one is played it is named by its
// place among the legal actions as `halma_legal` lists them.
//
// What cannot be is refused: the call gives `halma_refused` or no pointer, and `halma_message` says why. WebAssembly
// has no exceptions here, so it traps there instead: the message can still be read, but nothing else may be called any
// more.
#pragma once

#include <cstdint>

#ifdef __wasm__
#define HALMA_CALL(name) __attribute__((export_name(#name)))
#elif defined(_WIN32)
#define HALMA_CALL(name) __declspec(dllexport)
#else
#define HALMA_CALL(name) __attribute__((visibility("default")))
#endif

extern "C" {

struct HalmaRules;
struct HalmaState;

// A call was refused.
enum : std::int32_t { halma_refused = -1 };
// There is nothing of the kind that was asked for.
enum : std::int32_t { halma_nothing = -2 };

HALMA_CALL(halma_numbers) std::int32_t* halma_numbers(std::int32_t room);
HALMA_CALL(halma_message) const char* halma_message();

// ---- rules and states ----

HALMA_CALL(halma_rules) HalmaRules* halma_rules(std::int32_t count);
HALMA_CALL(halma_start) HalmaState* halma_start(const HalmaRules* rules, std::int32_t first);
// From the content of every cell and, after them, a situation.
HALMA_CALL(halma_resume) HalmaState* halma_resume(const HalmaRules* rules, std::int32_t count);
HALMA_CALL(halma_copy) HalmaState* halma_copy(const HalmaState* state);
// A state keeps the rules it needs.
HALMA_CALL(halma_free_rules) void halma_free_rules(HalmaRules* rules);
HALMA_CALL(halma_free_state) void halma_free_state(HalmaState* state);

// ---- looking ----

HALMA_CALL(halma_contents) std::int32_t halma_contents(const HalmaState* state);
HALMA_CALL(halma_situation) std::int32_t halma_situation(const HalmaState* state);
// For each seat its total advance and how many of its pieces are home.
HALMA_CALL(halma_progress) std::int32_t halma_progress(const HalmaState* state);
// For each seat what has been counted for it; `halma_nothing` in games that count nothing.
HALMA_CALL(halma_scores) std::int32_t halma_scores(const HalmaState* state);
// How many pieces a lot puts on the board now, and the free cells it may take; `halma_nothing` where none is drawn.
HALMA_CALL(halma_lot) std::int32_t halma_lot(const HalmaState* state);
// How often a turn has begun with the position as it is.
HALMA_CALL(halma_occurrences) std::int32_t halma_occurrences(const HalmaState* state);
HALMA_CALL(halma_hash) std::uint64_t halma_hash(const HalmaState* state);
HALMA_CALL(halma_legal) std::int32_t halma_legal(HalmaState* state);
// The cells that a legal action touches on its way.
HALMA_CALL(halma_path) std::int32_t halma_path(HalmaState* state, std::int32_t place);

// ---- what people mean ----

// An attempt is written like an action. Which legal actions it can mean, by their places.
HALMA_CALL(halma_matching) std::int32_t halma_matching(HalmaState* state, std::int32_t count);
// The reason why it is refused and the cells it concerns; `halma_nothing` if it is legal.
HALMA_CALL(halma_refusal) std::int32_t halma_refusal(HalmaState* state, std::int32_t count);
// What the player to act is obliged to, likewise.
HALMA_CALL(halma_duty) std::int32_t halma_duty(HalmaState* state);
// The place of the legal action that a written way names; `halma_nothing` if it names none or several.
HALMA_CALL(halma_way) std::int32_t halma_way(HalmaState* state, std::int32_t count);
// What hops along a written way capture; `halma_nothing` if the piece cannot go that way.
HALMA_CALL(halma_captured) std::int32_t halma_captured(const HalmaState* state, std::int32_t count);

// ---- playing: these give 0 ----

HALMA_CALL(halma_push) std::int32_t halma_push(HalmaState* state, std::int32_t place);
// What the dice show, or the cells of a lot.
HALMA_CALL(halma_roll) std::int32_t halma_roll(HalmaState* state, std::int32_t count);
// Takes the last action or roll back.
HALMA_CALL(halma_undo) std::int32_t halma_undo(HalmaState* state);

// ---- thinking ----

// How many times as long a node takes as in the fastest games; levels count by it.
HALMA_CALL(halma_slowness) std::int32_t halma_slowness(const HalmaRules* rules);
// The best lines, with one thread: the same for the same seed and nodes on any machine that needs less than so many
// milliseconds. 0 nodes, 0 turns of depth and 0 milliseconds are no limit; one of them is needed. Takes the six numbers
// of a weakness. Gives depth, nodes (low and high half), the turns each seat still needs, and the number of lines; for
// each the scores of the seats and the number of its actions, and these.
HALMA_CALL(halma_think)
std::int32_t halma_think(const HalmaState* state, std::uint64_t nodes, std::uint64_t seed, std::int32_t depth,
                         std::int32_t lines, std::int32_t milliseconds);
}
