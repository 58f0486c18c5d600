#pragma once

#include <string>
#include <vector>

namespace pingmark {

/// Speaks the worker protocol over stdin and stdout until `stop` or the end of stdin.
[[noreturn]] void run_worker(const std::string& name, const std::vector<std::string>& libraries);

}  // namespace pingmark
