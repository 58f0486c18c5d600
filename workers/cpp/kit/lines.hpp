#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

namespace pingmark {

constexpr std::size_t max_line_bytes = 4 << 20;

/// The lines of stdin. A thread of its own reads them, so that the end of stdin ends the process whatever it is doing.
class Lines {
public:
    Lines();

    /// Waits for the next line. One that is too long comes as an empty line, which is no request either.
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
