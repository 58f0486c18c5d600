#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "kit/constants.hpp"

namespace pingmark {

/// Cuts bytes into lines. One that is too long comes as an empty line, which is no request either.
class LineSplitter {
public:
    /// Calls `take` with each line that these bytes end.
    template <class Take>
    void add(const char* bytes, std::size_t n, Take&& take) {
        for (const char* c = bytes; c < bytes + n; ++c) {
            if (*c == '\n') {
                take(too_long_ ? std::string() : std::move(line_));
                line_.clear();
                too_long_ = false;
            } else if (line_.size() + 1 < max_line_bytes) {
                line_.push_back(*c);
            } else {
                too_long_ = true;
            }
        }
    }

private:
    std::string line_;
    bool too_long_ = false;
};

/// The lines of stdin. A thread of its own reads them, so that the end of stdin ends the process whatever it is doing.
class Lines {
public:
    Lines();

    /// Waits for the next line.
    std::string next();

private:
    void read_all();
    void put(std::string line);

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::string> lines_;
};

/// Writes a line to stdout; ends the process when nobody reads there.
void write_line(std::string line);

}  // namespace pingmark
