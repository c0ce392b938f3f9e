#include "eval/net.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "answer.hpp"
#include "eval/checksum.hpp"

namespace halma::engine {

namespace {

constexpr std::string_view net_magic = "HALMANET";
constexpr std::size_t family_length = 40;
// No product of a scale leaves 64 bits.
constexpr std::int32_t most_scale = 1 << 28;

// FNV-1a of whatever is added.
class Digest {
   public:
    void add(std::uint8_t byte) { sum_ = (sum_ ^ byte) * 0x100000001B3u; }
    void add_number(std::int64_t number) {
        for (int i = 0; i < 8; ++i) add(static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> 8 * i));
    }
    void add_cells(const CellSet& cells) {
        add_number(cells.count());
        cells.each([&](int cell) { add_number(cell); });
    }
    std::uint64_t sum() const { return sum_; }

   private:
    std::uint64_t sum_ = 0xCBF29CE484222325u;
};

}  // namespace

std::uint64_t layout_digest(const Rules& rules) {
    Digest digest;
    digest.add_number(rules.cells);
    digest.add_number(rules.seats);
    for (int seat = 0; seat < rules.seats; ++seat) digest.add_number(rules.teams[static_cast<std::size_t>(seat)]);
    for (int cell = 0; cell < rules.cells; ++cell) {
        digest.add_number(rules.start[static_cast<std::size_t>(cell)]);
        for (const auto near : rules.neighbours[cell]) digest.add_number(near);
    }
    digest.add_number(static_cast<int>(rules.goal.word));
    digest.add_number(static_cast<int>(rules.dice));
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        digest.add_number(kind.owners);
        digest.add_cells(kind.goal_cells);
        for (const auto number : kind.advance) digest.add_number(number);
        for (const auto& mover : kind.movers) {
            digest.add_number(static_cast<int>(mover.word));
            digest.add_number(mover.captures);
            for (const bool can : mover.hoppable) digest.add_number(can);
        }
    }
    return digest.sum();
}

// Takes numbers from the bytes of a file, least significant byte first. Whoever reads too far gets zeros and `failed`.
class Net::Reader {
   public:
    explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    std::span<const std::uint8_t> take(std::size_t count) {
        if (count > rest_.size()) {
            failed = true;
            return {};
        }
        const auto found = rest_.first(count);
        rest_ = rest_.subspan(count);
        return found;
    }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t found = 0;
        std::size_t place = 0;
        for (const auto byte : take(bytes)) found |= static_cast<std::uint64_t>(byte) << 8 * place++;
        return found;
    }
    std::int32_t signed_number() { return static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4))); }
    void numbers(std::size_t count, std::vector<std::int16_t>& found) {
        const auto bytes = take(2 * count);
        found.resize(bytes.size() / 2);
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8));
    }
    std::size_t left() const { return rest_.size(); }

    bool failed = false;

   private:
    std::span<const std::uint8_t> rest_;
};

std::shared_ptr<const Net> Net::read(std::span<const std::uint8_t> bytes, NetFault& fault) {
    const auto refused = [&](NetFault why) {
        fault = why;
        return nullptr;
    };
    Reader in(bytes);
    const auto first = in.take(net_magic.size());
    if (bytes.size() > most_net_bytes || in.failed || !std::equal(first.begin(), first.end(), net_magic.begin()))
        return refused(NetFault::foreign);
    const auto version = in.number(4), length = in.number(4), sum = in.number(4);
    if (in.failed) return refused(NetFault::cut);
    if (version != net_version) return refused(NetFault::version);
    if (length > bytes.size()) return refused(NetFault::cut);
    if (length < bytes.size() || checksum(bytes.last(in.left())) != sum) return refused(NetFault::damaged);
    auto made = std::make_shared<Net>();
    if (!made->set(in)) return refused(NetFault::impossible);
    fault = NetFault::none;
    return made;
}

bool Net::set(Reader& in) {
    digest_ = in.number(8);
    const auto name = in.take(family_length);
    family_.assign(name.begin(), std::find(name.begin(), name.end(), 0));
    cells_ = in.number(2);
    seats_ = static_cast<int>(in.number(1));
    planes_ = in.number(1);
    hidden_ = in.number(2);
    phases_ = in.number(1);
    const auto base = in.number(1);
    base_ = static_cast<NetBase>(base);
    begin_ = in.signed_number();
    end_ = in.signed_number();
    scale_ = in.signed_number();
    most_ = in.signed_number();
    if (in.failed || !cells_ || cells_ > at(most_cells) || seats_ < 1 || seats_ > most_seats || !planes_ ||
        planes_ > at(most_kinds) || hidden_ < hidden_step || hidden_ > most_hidden || hidden_ % hidden_step ||
        !phases_ || phases_ > most_phases || base > static_cast<unsigned>(NetBase::race) || end_ <= begin_ ||
        scale_ < 0 || scale_ > most_scale || most_ < 0 || most_ >= decided)
        return false;
    if (!set_views(in)) return false;
    in.numbers(planes_ * cells_ * hidden_, inputs_);
    in.numbers(hidden_, bias_);
    const std::size_t rows = phases_ * at(seats_);
    for (const auto byte : in.take(rows * hidden_)) outputs_.push_back(static_cast<std::int8_t>(byte));
    // The one number that would make a product leave 16 bits.
    if (std::ranges::find(outputs_, INT8_MIN) != outputs_.end()) return false;
    for (std::size_t row = 0; row < rows && !in.failed; ++row) output_bias_.push_back(in.signed_number());
    return !in.failed && !in.left();
}

bool Net::set_views(Reader& in) {
    columns_.resize(at(seats_) * planes_ * cells_);
    for (std::size_t view = 0; view < at(seats_); ++view) {
        std::vector<std::size_t> images(cells_);
        for (auto& image : images) {
            image = in.number(2);
            if (image >= cells_) return false;
        }
        for (std::size_t plane = 0; plane < planes_; ++plane) {
            const std::size_t seen = in.number(1);
            if (seen < 1 || seen > planes_) return false;
            for (std::size_t cell = 0; cell < cells_; ++cell)
                columns_[(view * planes_ + plane) * cells_ + cell] =
                    static_cast<std::uint16_t>((seen - 1) * cells_ + images[cell]);
        }
        for (int seat = 0; seat < seats_; ++seat) {
            const auto seen = in.number(1);
            if (seen >= at(seats_)) return false;
            seen_as_.push_back(static_cast<std::uint8_t>(seen));
        }
    }
    return !in.failed;
}

std::shared_ptr<const Net> Net::without_wide() const {
    auto copy = std::make_shared<Net>(*this);
    copy->wide_ = false;
    return copy;
}

void Net::sum_up(const State& state, std::int16_t* sums) const {
    for (int view = 0; view < seats_; ++view, sums += hidden_) {
        std::memcpy(sums, bias_.data(), hidden_ * sizeof *sums);
        for (std::size_t code = 1; code <= planes_; ++code)
            state.standing[code].each([&](int cell) {
                const auto* column_of_piece = column(view, static_cast<Content>(code), cell);
#ifdef HALMA_WIDE
                if (wide_) return wide::add_column(sums, column_of_piece, hidden_);
#endif
                portable::add_column(sums, column_of_piece, hidden_);
            });
    }
}

void Net::move(const std::int16_t* before, Content code, int origin, int target, std::int16_t* sums) const {
    for (int view = 0; view < seats_; ++view, sums += hidden_, before += hidden_) {
        const auto *from = column(view, code, origin), *to = column(view, code, target);
#ifdef HALMA_WIDE
        if (wide_) {
            wide::move_column(sums, before, from, to, hidden_);
            continue;
        }
#endif
        portable::move_column(sums, before, from, to, hidden_);
    }
}

}  // namespace halma::engine
