// Games in batches as Python sees them. Everything that plays is in the headers beside this file.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "games.hpp"
#include "native_state.hpp"

namespace nb = nanobind;
using namespace halma;
using namespace halma::batch;

namespace {

using PlaneWords = std::tuple<int, int, int, std::vector<int>>;

CellSet set_of(const std::vector<int>& cells, int count) {
    CellSet found;
    for (int cell : cells) {
        if (cell < 0 || cell >= count) throw nb::value_error("a cell is not on the board");
        found.insert(cell);
    }
    return found;
}

// `blocks` are the first ids of pass, done, leave, take, place and swap, and the size of the space; `planes` belong to
// the seats that look.
Encoding encoding_of(const Rules& rules, const std::vector<int>& blocks, const std::vector<int>& neighbours,
                     const std::vector<std::vector<PlaneWords>>& planes) {
    const auto cells = static_cast<std::size_t>(rules.cells);
    if (blocks.size() != 7 || neighbours.size() % cells) throw nb::value_error("this is no layout of ids");
    if (planes.size() != static_cast<std::size_t>(rules.seats)) throw nb::value_error("every seat has its planes");
    const auto id = [&](std::size_t at) { return static_cast<Id>(blocks[at]); };
    IdLayout layout{.cells = rules.cells,
                    .pass = id(0),
                    .done = id(1),
                    .leave = id(2),
                    .take = id(3),
                    .place = id(4),
                    .swap = id(5),
                    .size = id(6),
                    .directions = static_cast<int>(neighbours.size() / cells),
                    .neighbours = neighbours};
    std::vector<std::vector<Plane>> seen;
    for (const auto& seat : planes) {
        if (seat.size() != planes.front().size()) throw nb::value_error("all seats have the same number of planes");
        auto& row = seen.emplace_back();
        for (const auto& [source, argument, scale, named] : seat) {
            if (source < 0 || source >= sources || argument < 0 || argument > most_kinds || scale < 1)
                throw nb::value_error("this is no plane");
            row.push_back(
                {static_cast<Source>(source), argument, static_cast<double>(scale), set_of(named, rules.cells)});
        }
    }
    return Encoding(rules, std::move(layout), std::move(seen));
}

template <class Item>
using Array = nb::ndarray<Item, nb::c_contig, nb::device::cpu>;

template <class Item>
Item* data_of(const Array<Item>& array, std::size_t size) {
    if (array.size() != size) throw nb::value_error("an array has the wrong size");
    return array.data();
}

// The encoding of single games.
struct NativeEncoder {
    Encoding encoding;

    NativeEncoder(const NativeState& start, const std::vector<int>& blocks, const std::vector<int>& neighbours,
                  const std::vector<std::vector<PlaneWords>>& planes)
        : encoding(encoding_of(*start.state.rules, blocks, neighbours, planes)) {}

    void check(const NativeState& given) const {
        if (given.state.rules->cells != encoding.ids.cells ||
            given.state.rules->seats != static_cast<int>(encoding.planes.size()))
            throw nb::value_error("the state belongs to another game");
    }
    std::vector<Id> legal_ids(NativeState& given) const {
        check(given);
        std::vector<Id> found;
        encoding.legal_ids(given.state, {}, found);
        std::sort(found.begin(), found.end());
        return found;
    }
    // Sets the entries of the ids that may be played; none after the last turn.
    void mark(NativeState& given, std::int32_t last_turn, const Array<std::uint8_t>& out) {
        check(given);
        if (given.state.now.turn > last_turn) return;
        std::uint8_t* mask = data_of(out, encoding.ids.size);
        encoding.legal_ids(given.state, {}, found_);
        for (const Id id : found_) mask[id] = 1;
    }
    // Plays an id if it says all about its action. Gives the number of legal actions that have it: if that is not 1,
    // nothing was played. After the last turn it is 0.
    std::size_t play(NativeState& given, std::int64_t id, std::int32_t last_turn) {
        check(given);
        auto& state = given.state;
        if (id < 0 || id >= encoding.ids.size || state.now.turn > last_turn) return 0;
        const auto wanted = static_cast<Id>(id);
        Action action;
        if (Encoding::is_plain(state)) {
            encoding.legal_ids(state, {}, found_);
            if (std::find(found_.begin(), found_.end(), wanted) == found_.end()) return 0;
            action = encoding.plain_action(wanted);
        } else {
            encoding.matching(state, wanted, matching_);
            if (matching_.size() != 1) return matching_.size();
            action = matching_.front();
        }
        given.changed();
        apply(state, state.actions, action);
        forget_past(state);
        return 1;
    }
    // The seat that has to act.
    static int actor(const NativeState& given) { return given.state.now.actor; }

    // The places of the actions with an id in the list of legal actions.
    std::vector<std::size_t> matching(NativeState& given, std::int64_t id) const {
        check(given);
        std::vector<std::size_t> found;
        const auto& list = legal(given.state);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (encoding.ids.id_of(list[i]) == id) found.push_back(i);
        return found;
    }
    void observe(const NativeState& given, int viewer, const std::vector<int>& ends, const std::vector<int>& decided,
                 int asked, const Array<float>& out) const {
        check(given);
        if (viewer < 0 || viewer >= given.state.rules->seats) throw nb::value_error("there is no such seat");
        OpenCapture open;
        if (ends.size() == 2) {
            open.moves.push_back(
                {ActionKind::hop, 0, static_cast<std::int16_t>(ends[0]), static_cast<std::int16_t>(ends[1]), 0});
            set_of(ends, encoding.ids.cells);
            open.decided = set_of(decided, encoding.ids.cells);
            open.asked = set_of({asked}, encoding.ids.cells).first();
        }
        encoding.observe(given.state, open, viewer, data_of(out, encoding.observation_size()));
    }

   private:
    // Kept, so that no step has to ask for memory.
    std::vector<Id> found_;
    std::vector<Action> matching_;
};

// A batch with the arrays it writes to.
class NativeGames {
   public:
    NativeGames(const NativeState& start, const std::vector<int>& blocks, const std::vector<int>& neighbours,
                const std::vector<std::vector<PlaneWords>>& planes, std::uint64_t seed, int max_turns, int first,
                bool auto_reset, bool absolute, int threads, std::optional<Array<std::uint8_t>> masks, bool packed,
                std::optional<Array<float>> observations, std::optional<Array<float>> final_observations,
                Array<float> rewards, Array<bool> terminated, Array<bool> truncated, Array<std::int8_t> seats,
                Array<std::int32_t> turns, Array<std::int32_t> episode_turns, Array<std::int64_t> sampled)
        : masks_(std::move(masks)),
          observations_(std::move(observations)),
          final_observations_(std::move(final_observations)),
          rewards_(std::move(rewards)),
          terminated_(std::move(terminated)),
          truncated_(std::move(truncated)),
          seats_(std::move(seats)),
          turns_(std::move(turns)),
          episode_turns_(std::move(episode_turns)),
          sampled_(std::move(sampled)) {
        const std::size_t count = sampled_.size();
        const auto& rules = *start.state.rules;
        if (!count || threads < 1 || max_turns < 0 || first < -1 || first >= rules.seats)
            throw nb::value_error("this is no batch");
        Encoding encoding = encoding_of(rules, blocks, neighbours, planes);
        Arrays arrays;
        arrays.packed = packed;
        arrays.mask_bytes = packed ? (encoding.ids.size + 7) / 8 : encoding.ids.size;
        if (masks_) arrays.masks = data_of(*masks_, count * arrays.mask_bytes);
        const std::size_t seen = count * encoding.observation_size();
        if (observations_) arrays.observations = data_of(*observations_, seen);
        if (final_observations_) arrays.final_observations = data_of(*final_observations_, seen);
        arrays.rewards = data_of(rewards_, count * static_cast<std::size_t>(rules.seats));
        arrays.terminated = data_of(terminated_, count);
        arrays.truncated = data_of(truncated_, count);
        arrays.seats = data_of(seats_, count);
        arrays.turns = data_of(turns_, count);
        arrays.episode_turns = data_of(episode_turns_, count);
        arrays.sampled = data_of(sampled_, count);
        Settings settings{.seed = seed,
                          .max_turns = max_turns,
                          .first = std::max(first, 0),
                          .first_by_lot = first < 0,
                          .auto_reset = auto_reset,
                          .absolute = absolute,
                          .threads = static_cast<std::size_t>(threads)};
        State state = start.state;
        forget_past(state);
        games_.emplace(state, std::move(encoding), settings, arrays, count);
    }

    void reset(std::optional<Array<const bool>> wanted) {
        const bool* where = wanted ? data_of(*wanted, games_->size()) : nullptr;
        nb::gil_scoped_release others_may_run;
        games_->reset(where);
    }
    void reseed(std::uint64_t seed) { games_->reseed(seed); }

    // Nothing if all actions were played, else the first that cannot be: game, id, and whether the game is over.
    nb::object step(const Array<const std::int64_t>& actions) {
        const std::int64_t* given = data_of(actions, games_->size());
        std::optional<BadAction> bad;
        {
            nb::gil_scoped_release others_may_run;
            bad = games_->step(given);
        }
        return bad ? nb::object(nb::make_tuple(bad->game, bad->id, bad->over)) : nb::none();
    }
    void sample() {
        nb::gil_scoped_release others_may_run;
        games_->sample();
    }
    std::vector<Id> legal_ids(std::size_t game) const {
        auto found = games_->ids(game);
        std::sort(found.begin(), found.end());
        return found;
    }
    std::uint32_t episode(std::size_t game) const { return games_->episode(game) - 1; }
    void copy_state(std::size_t game, NativeState& into) const {
        if (into.state.rules->cells != games_->state(game).rules->cells)
            throw nb::value_error("the state belongs to another game");
        into.changed();
        into.state = games_->state(game);
    }

   private:
    std::optional<Array<std::uint8_t>> masks_;
    std::optional<Array<float>> observations_, final_observations_;
    Array<float> rewards_;
    Array<bool> terminated_, truncated_;
    Array<std::int8_t> seats_;
    Array<std::int32_t> turns_, episode_turns_;
    Array<std::int64_t> sampled_;
    std::optional<Games> games_;
};

}  // namespace

NB_MODULE(_native, module) {
    // Whoever keeps games until the interpreter ends has made no mistake and is not to read about leaks.
    nb::set_leak_warnings(false);
    nb::class_<NativeEncoder>(module, "Encoder")
        .def(nb::init<const NativeState&, const std::vector<int>&, const std::vector<int>&,
                      const std::vector<std::vector<PlaneWords>>&>())
        .def("legal_ids", &NativeEncoder::legal_ids, nb::arg("state"))
        .def("mark", &NativeEncoder::mark, nb::arg("state"), nb::arg("last_turn"), nb::arg("out"))
        .def("play", &NativeEncoder::play, nb::arg("state"), nb::arg("number"), nb::arg("last_turn"))
        .def_static("actor", &NativeEncoder::actor, nb::arg("state"))
        .def("matching", &NativeEncoder::matching, nb::arg("state"), nb::arg("number"))
        .def("observe", &NativeEncoder::observe, nb::arg("state"), nb::arg("viewer"), nb::arg("ends"),
             nb::arg("decided"), nb::arg("asked"), nb::arg("out"));
    nb::class_<NativeGames>(module, "Games")
        .def(nb::init<const NativeState&, const std::vector<int>&, const std::vector<int>&,
                      const std::vector<std::vector<PlaneWords>>&, std::uint64_t, int, int, bool, bool, int,
                      std::optional<Array<std::uint8_t>>, bool, std::optional<Array<float>>,
                      std::optional<Array<float>>, Array<float>, Array<bool>, Array<bool>, Array<std::int8_t>,
                      Array<std::int32_t>, Array<std::int32_t>, Array<std::int64_t>>(),
             nb::arg("start"), nb::arg("blocks"), nb::arg("neighbours"), nb::arg("planes"), nb::kw_only(),
             nb::arg("seed"), nb::arg("max_turns"), nb::arg("first"), nb::arg("auto_reset"), nb::arg("absolute"),
             nb::arg("threads"), nb::arg("masks").none(), nb::arg("packed"), nb::arg("observations").none(),
             nb::arg("final_observations").none(), nb::arg("rewards"), nb::arg("terminated"), nb::arg("truncated"),
             nb::arg("seats"), nb::arg("turns"), nb::arg("episode_turns"), nb::arg("sampled"))
        .def("reset", &NativeGames::reset, nb::arg("wanted").none())
        .def("reseed", &NativeGames::reseed, nb::arg("seed"))
        .def("step", &NativeGames::step, nb::arg("actions"))
        .def("sample", &NativeGames::sample)
        .def("legal_ids", &NativeGames::legal_ids, nb::arg("game"))
        .def("episode", &NativeGames::episode, nb::arg("game"))
        .def("copy_state", &NativeGames::copy_state, nb::arg("game"), nb::arg("into"));
}
