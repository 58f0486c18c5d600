#pragma once

#include <string>
#include <utility>

#include "kit/constants.hpp"

namespace pingmark {

/// Cuts bytes into lines. Too long a line becomes an empty one, which is also no request.
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

}  // namespace pingmark
