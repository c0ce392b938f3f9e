// How the positions of all levels came about: written once, read again for a single line. In memory, or in a file.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "task.hpp"

namespace halma::puzzles {

struct Link {
    std::uint32_t parent;
    Move move;
};

class Links {
   public:
    // With a folder they lie there, in a file that goes with this.
    explicit Links(const std::string& folder) {
        if (folder.empty()) return;
        path_ = std::filesystem::path(folder) / ("links-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        file_.exceptions(std::ios::failbit | std::ios::badbit);
        try {
            file_.open(path_, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
        } catch (const std::ios::failure&) {
            refuse();
        }
    }
    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;
    ~Links() {
        if (path_.empty()) return;
        file_.exceptions(std::ios::goodbit);
        file_.close();
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    std::size_t levels() const { return begins_.size(); }
    std::size_t bytes() const {
        std::size_t total = 0;
        for (const auto& level : links_) total += level.capacity() * sizeof(Link);
        return total;
    }

    void add(std::vector<Link> level) {
        begins_.push_back(end_);
        end_ += level.size();
        if (path_.empty()) {
            links_.push_back(std::move(level));
            return;
        }
        try {
            file_.seekp(static_cast<std::streamoff>(begins_.back() * sizeof(Link)));
            file_.write(reinterpret_cast<const char*>(level.data()),
                        static_cast<std::streamsize>(level.size() * sizeof(Link)));
            file_.flush();
        } catch (const std::ios::failure&) {
            refuse();
        }
    }

    // The moves to a position of a level; the level of the start is the first one and has number 0.
    std::vector<Move> line(std::uint32_t index, std::size_t depth) {
        std::vector<Move> moves;
        for (; depth > 0; --depth) {
            const Link link = at(depth, index);
            moves.push_back(link.move);
            index = link.parent;
        }
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

   private:
    Link at(std::size_t depth, std::uint32_t index) {
        if (path_.empty()) return links_[depth][index];
        Link link{};
        try {
            file_.seekg(static_cast<std::streamoff>((begins_[depth] + index) * sizeof(Link)));
            file_.read(reinterpret_cast<char*>(&link), sizeof(Link));
        } catch (const std::ios::failure&) {
            refuse();
        }
        return link;
    }
    [[noreturn]] void refuse() const {
        throw std::filesystem::filesystem_error("cannot keep what a beam needs later", path_,
                                                std::error_code(errno, std::generic_category()));
    }

    std::filesystem::path path_;
    std::fstream file_;
    std::vector<std::vector<Link>> links_;
    // Where each level begins in the file.
    std::vector<std::size_t> begins_;
    std::size_t end_ = 0;
};

}  // namespace halma::puzzles
