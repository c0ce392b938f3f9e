// Many games at once. Each has its own chance, so what happens in one depends neither on the others nor on the threads.
#pragma once

#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "encoding.hpp"

namespace halma::batch {

// The seed of one stream of random numbers, out of the seed of all and what tells the stream from others (chance.py).
template <class... Numbers>
std::uint64_t stream_key(std::uint64_t seed, Numbers... numbers) {
    std::uint64_t key = Random(seed).next();
    ((key = Random(key ^ static_cast<std::uint64_t>(numbers)).next()), ...);
    return key;
}
inline constexpr std::uint64_t other_stream = ~std::uint64_t{0};

// Where results are written, game after game. What is nobody's wish has no place.
struct Arrays {
    std::uint8_t* masks = nullptr;
    std::size_t mask_bytes = 0;
    bool packed = false;  // eight ids in a byte, the lowest first
    float* observations = nullptr;
    float* final_observations = nullptr;
    float* rewards = nullptr;
    bool* terminated = nullptr;
    bool* truncated = nullptr;
    std::int8_t* seats = nullptr;
    std::int32_t* turns = nullptr;
    std::int32_t* episode_turns = nullptr;
    std::int64_t* sampled = nullptr;
};

struct Settings {
    std::uint64_t seed = 0;
    std::int32_t max_turns = 0;  // 0 for no limit
    int first = 0;
    bool first_by_lot = false;
    bool auto_reset = true;
    bool absolute = false;  // observations of the first seat, whoever acts
    std::size_t threads = 1;
};

// An action that cannot be played: nothing was changed.
struct BadAction {
    std::size_t game = 0;
    std::int64_t id = 0;
    bool over = false;
};

class Games {
   public:
    static constexpr std::int64_t no_action = -1;
    // A thread for fewer games would cost more than it saves.
    static constexpr std::size_t games_per_thread = 64;

    Games(const State& start, Encoding encoding, Settings settings, Arrays arrays, std::size_t count)
        : encoding_(std::move(encoding)),
          settings_(settings),
          out_(arrays),
          games_(count, Game(start)),
          drawn_(count, no_action),
          over_(count, 1) {
        for (std::size_t i = 0; i < count; ++i) games_[i].sampler = Random(stream_key(settings_.seed, i, other_stream));
    }

    std::size_t size() const { return games_.size(); }
    const State& state(std::size_t i) const { return games_.at(i).state; }
    const std::vector<Id>& ids(std::size_t i) const { return games_.at(i).ids; }
    std::uint32_t episode(std::size_t i) const { return games_.at(i).episode; }
    const Encoding& encoding() const { return encoding_; }

    // Begins new games where `wanted` says so, everywhere if it says nothing.
    void reset(const bool* wanted) {
        fresh_ = true;
        in_threads([&](std::size_t i) {
            if (wanted && !wanted[i]) return;
            begin(i);
            clear_ending(i);
            show(i);
        });
    }

    // Begins all games anew as if they had just been made with this seed.
    void reseed(std::uint64_t seed) {
        settings_.seed = seed;
        for (std::size_t i = 0; i < games_.size(); ++i) {
            games_[i].episode = 0;
            games_[i].sampler = Random(stream_key(seed, i, other_stream));
        }
    }

    // Plays one action in each game, or none at all if one of them cannot be played.
    std::optional<BadAction> step(const std::int64_t* actions) {
        std::vector<std::optional<BadAction>> bad(chunks());
        in_chunks([&](std::size_t chunk, std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last && !bad[chunk]; ++i) bad[chunk] = refused(i, actions[i]);
        });
        for (const auto& one : bad)
            if (one) return one;
        fresh_ = true;
        in_threads([&](std::size_t i) { advance(i, actions[i]); });
        return std::nullopt;
    }

    // Draws one of the legal ids in each game, all equally likely.
    void sample() {
        // The first draws were made when the ids were found, while they were in the cache.
        if (!std::exchange(fresh_, false)) in_threads([&](std::size_t i) { draw(i); });
        std::copy(drawn_.begin(), drawn_.end(), out_.sampled);
    }

   private:
    struct Game {
        State state;
        OpenCapture open;
        std::vector<Id> ids;
        std::uint32_t episode = 0;
        std::uint64_t key = 0;
        std::uint64_t thrown = 0;
        Random sampler{0};

        explicit Game(const State& start) : state(start) {}
    };

    std::size_t chunks() const {
        return std::clamp<std::size_t>(games_.size() / games_per_thread, 1, settings_.threads);
    }

    // Calls work(number, first, last) for as many parts of the games as there are threads.
    template <class Work>
    void in_chunks(Work work) {
        const std::size_t parts = chunks(), count = games_.size();
        const auto bound = [&](std::size_t part) { return count * part / parts; };
        if (parts == 1) return work(std::size_t{0}, std::size_t{0}, count);
        std::vector<std::exception_ptr> failed(parts);
        const auto guarded = [&](std::size_t part) {
            try {
                work(part, bound(part), bound(part + 1));
            } catch (...) {
                failed[part] = std::current_exception();
            }
        };
        // Made anew each time: a process that forks takes no threads along, and they cost little beside many games.
        std::vector<std::thread> threads;
        for (std::size_t part = 1; part < parts; ++part) {
            try {
                threads.emplace_back(guarded, part);
            } catch (const std::system_error&) {
                guarded(part);  // no more threads are to be had
            }
        }
        guarded(0);
        for (auto& thread : threads) thread.join();
        for (const auto& error : failed)
            if (error) std::rethrow_exception(error);
    }
    template <class Work>
    void in_threads(Work work) {
        in_chunks([&](std::size_t, std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) work(i);
        });
    }

    // ---- one game ----

    std::optional<BadAction> refused(std::size_t i, std::int64_t action) const {
        if (over_[i]) return action == no_action ? std::nullopt : std::optional(BadAction{i, action, true});
        if (action == drawn_[i]) return std::nullopt;
        const auto& game = games_[i];
        const bool found = action >= 0 && action < encoding_.ids.size &&
                           std::find(game.ids.begin(), game.ids.end(), static_cast<Id>(action)) != game.ids.end();
        return found ? std::nullopt : std::optional(BadAction{i, action, false});
    }

    void begin(std::size_t i) {
        auto& game = games_[i];
        game.key = stream_key(settings_.seed, i, game.episode++);
        game.thrown = 0;
        over_[i] = false;
        game.open.moves.clear();
        int first = settings_.first;
        if (settings_.first_by_lot)
            first = static_cast<int>(
                Random(stream_key(game.key, other_stream)).below(static_cast<std::uint32_t>(game.state.rules->seats)));
        start(game.state, first);
        throw_dice(game);
    }

    void throw_dice(Game& game) {
        auto& state = game.state;
        while (state.now.phase == Phase::roll) {
            const auto die = [&] { return Random(stream_key(game.key, game.thrown++)).die(); };
            if (awaits_lot(state)) {
                Random random(stream_key(game.key, game.thrown));
                const CellSet drawn = random_cells(state, random);
                game.thrown += static_cast<std::uint64_t>(drawn.count());
                scatter(state, drawn);
            } else {
                const int one = die();
                roll(state, one, state.rules->dice == Dice::split ? die() : 0);
            }
            forget_past(state);
        }
    }

    // Plays a legal id; false if it only opened or continued a capture.
    bool play(Game& game, Id id) {
        auto& state = game.state;
        if (!game.open.open() && Encoding::is_plain(state)) {
            apply(state, state.actions, encoding_.plain_action(id));
            return true;
        }
        auto& moves = game.open.moves;
        if (game.open.open()) {
            const bool take = id != encoding_.ids.done;
            std::erase_if(moves, [&](const Action& move) {
                return state.actions.captured(move).contains(game.open.asked) != take;
            });
        } else {
            encoding_.matching(state, id, moves);
        }
        if (moves.size() > 1) {
            game.open.ask(state.actions);
            return false;
        }
        const Action action = moves.front();
        moves.clear();
        apply(state, state.actions, action);
        return true;
    }

    void advance(std::size_t i, std::int64_t action) {
        auto& game = games_[i];
        if (over_[i]) return;
        if (play(game, static_cast<Id>(action))) {
            forget_past(game.state);
            throw_dice(game);
        }
        const bool terminated = game.state.now.phase == Phase::over;
        const bool truncated =
            !terminated && settings_.max_turns && game.state.now.turn > settings_.max_turns && !game.open.open();
        if (terminated || truncated)
            end(i, terminated);
        else
            clear_ending(i);
        show(i);
    }

    void end(std::size_t i, bool terminated) {
        auto& game = games_[i];
        const auto seats = static_cast<std::size_t>(game.state.rules->seats);
        out_.terminated[i] = terminated;
        out_.truncated[i] = !terminated;
        out_.episode_turns[i] = game.state.now.turn - 1;
        write_rewards(game.state, out_.rewards + i * seats);
        over_[i] = true;
        game.open.moves.clear();
        if (!settings_.auto_reset) return;
        if (out_.final_observations)
            encoding_.observe(game.state, game.open, viewer(game.state),
                              out_.final_observations + i * encoding_.observation_size());
        begin(i);
    }

    void clear_ending(std::size_t i) {
        const auto seats = static_cast<std::size_t>(games_[i].state.rules->seats);
        out_.terminated[i] = out_.truncated[i] = false;
        std::fill_n(out_.rewards + i * seats, seats, 0.0f);
    }

    // The share of opponents that a seat has beaten minus the share that beat it (rewards.py).
    static void write_rewards(const State& state, float* out) {
        const auto& rules = *state.rules;
        const auto& result = state.now.result;
        const auto seats = static_cast<std::size_t>(rules.seats);
        std::fill_n(out, seats, 0.0f);
        if (!result.known) return;
        if (seats == 1) {
            out[0] = result.termination == Termination::unsolved ? -1.0f : 1.0f;
            return;
        }
        for (std::size_t seat = 0; seat < seats; ++seat) {
            int others = 0, sum = 0;
            for (std::size_t other = 0; other < seats; ++other) {
                if (rules.teams[other] == rules.teams[seat]) continue;
                ++others;
                sum += (result.places[other] > result.places[seat]) - (result.places[other] < result.places[seat]);
            }
            if (others) out[seat] = static_cast<float>(static_cast<double>(sum) / others);
        }
    }

    int viewer(const State& state) const { return settings_.absolute ? 0 : state.now.actor; }

    // Writes what can be seen of a game and what may be played.
    void show(std::size_t i) {
        auto& game = games_[i];
        out_.seats[i] = static_cast<std::int8_t>(game.state.now.actor);
        out_.turns[i] = game.state.now.turn;
        // Only what was set is cleared: a mask is large and has few ones.
        if (out_.masks) mark(i, game.ids, false);
        if (over_[i])
            game.ids.clear();
        else
            encoding_.legal_ids(game.state, game.open, game.ids);
        draw(i);
        if (out_.masks) mark(i, game.ids, true);
        if (out_.observations)
            encoding_.observe(game.state, game.open, viewer(game.state),
                              out_.observations + i * encoding_.observation_size());
    }

    void draw(std::size_t i) {
        auto& game = games_[i];
        const auto count = static_cast<std::uint32_t>(game.ids.size());
        drawn_[i] = count ? static_cast<std::int64_t>(game.ids[game.sampler.below(count)]) : no_action;
    }

    void mark(std::size_t i, const std::vector<Id>& ids, bool legal) {
        std::uint8_t* mask = out_.masks + i * out_.mask_bytes;
        if (!out_.packed) {
            for (const Id id : ids) mask[id] = legal;
        } else {
            for (const Id id : ids) {
                const auto bit = static_cast<std::uint8_t>(1u << (id & 7));
                mask[id >> 3] = static_cast<std::uint8_t>(legal ? mask[id >> 3] | bit : mask[id >> 3] & ~bit);
            }
        }
    }

    Encoding encoding_;
    Settings settings_;
    Arrays out_;
    std::vector<Game> games_;
    // By game: a legal id, drawn at random, and whether it is over. Apart from the games, so that a look at all is
    // quick.
    std::vector<std::int64_t> drawn_;
    std::vector<std::uint8_t> over_;
    bool fresh_ = false;
};

}  // namespace halma::batch
