#pragma once

#include <cmath>

#include "kit/constants.hpp"
#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/payload.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// The natural logarithm of a number in (0, 1], with the same result in every language.
inline double portable_ln(double u) {
    int exponent;
    double m = std::frexp(u, &exponent);
    if (m < 0.7071067811865476) {
        m *= 2.0;
        --exponent;
    }
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double p = 1.0 / 21.0;
    for (double d = 19.0; d >= 3.0; d -= 2.0) p = p * z + 1.0 / d;
    p = p * z + 1.0;
    return exponent * 0.6931471805599453 + 2.0 * s * p;
}

/// An open loop: messages are due at times that do not depend on the server.
class FixedRate : public Load {
public:
    struct Plan {
        std::int64_t rate_per_s;
        bool poisson;
        std::uint64_t seed;
        std::int64_t burst = 1;  ///< messages that a connection has due at the same time
    };

    FixedRate(const Plan& plan, const LoadTarget& place)
        : Load(place.origin),
          plan_(plan),
          times_{place.origin, plan.rate_per_s},
          first_(static_cast<std::int64_t>(place.connection) * plan.burst),
          step_(static_cast<std::int64_t>(place.connections) * plan.burst),
          mean_(1e9 * static_cast<double>(place.connections) / static_cast<double>(plan.rate_per_s)),
          generator_(SplitMix64(plan.seed).next() ^ swapped_halves(SplitMix64(place.connection).next())) {
        due_ = plan_.poisson ? due_ + gap() : times_.of(first_);
    }

    void sent() override {
        if (++sent_ < plan_.burst) return;
        sent_ = 0;
        first_ += step_;
        due_ = plan_.poisson ? due_ + gap() : times_.of(first_);
    }

    static LoadMaker read(Request& request, const LoadLimits& limits) {
        Plan plan{};
        plan.rate_per_s = request.integer("rate_per_s", 1, max_rate_per_s);
        const std::string arrivals = request.text("arrivals", "uniform");
        if (arrivals != "uniform" && arrivals != "poisson" && arrivals != "bursts") {
            throw Unsupported("arrivals \"" + arrivals + "\": there are uniform, poisson and bursts");
        }
        plan.burst = arrivals == "bursts" ? request.integer("burst", 1, limits.in_flight) : 1;
        plan.poisson = arrivals == "poisson";
        plan.seed = static_cast<std::uint64_t>(request.integer_or("seed", 1, 0, max_seed));
        return [plan](const LoadTarget& place) { return std::make_unique<FixedRate>(plan, place); };
    }

private:
    static std::uint64_t swapped_halves(std::uint64_t x) { return x << 32 | x >> 32; }

    std::int64_t gap() {
        const double u = static_cast<double>((generator_.next() >> 11) + 1) * 0x1p-53;
        return static_cast<std::int64_t>(std::floor(-portable_ln(u) * mean_ + 0.5));
    }

    Plan plan_;
    EvenTimes times_;
    std::int64_t first_;  ///< the number, in the whole load, of the burst's first message
    std::int64_t step_;
    std::int64_t sent_ = 0;  ///< messages of the burst
    double mean_;
    SplitMix64 generator_;
};

}  // namespace pingmark
