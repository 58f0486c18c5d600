#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "event_log.hpp"
#include "kit/clock.hpp"
#include "kit/payload.hpp"

namespace known_answers {

using pingmark::millisecond;

/// When a message that arrived is to be answered. Each connection has one of its own.
class Behaviour {
public:
    virtual ~Behaviour() = default;
    virtual std::int64_t due(std::int64_t arrived) = 0;
};

class Undelayed : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override { return arrived; }
};

class Fixed : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override { return arrived + millisecond; }
};

/// Random numbers from 0 to 1; the same in every process.
class Uniform {
public:
    double next() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

private:
    pingmark::SplitMix64 random_{10};
};

/// 200 us; one in eight 2 ms: no percentile that is reported lies on the step.
class Bimodal : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override {
        return arrived + (uniform_.next() < 0.125 ? 2 * millisecond : millisecond / 5);
    }

private:
    Uniform uniform_;
};

/// 500 us in the mean.
class Exponential : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override {
        constexpr double mean_ns = 500'000;
        return arrived + static_cast<std::int64_t>(-mean_ns * std::log1p(-uniform_.next()));
    }

private:
    Uniform uniform_;
};

/// 10,000 a second. What a pause of either side left unused is made up for, if it was not longer than 50 ms.
class Rate : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override {
        constexpr std::int64_t interval = millisecond / 10;
        const std::int64_t oldest = arrived - 50 * millisecond;
        next_ = (next_ > oldest ? next_ : oldest) + interval;
        return next_;
    }

private:
    std::int64_t next_ = 0;
};

/// Answers nothing for 200 ms, every 1.5 s.
class Stops : public Behaviour {
public:
    std::int64_t due(std::int64_t arrived) override {
        if (stop_ == 0) stop_ = arrived + period;
        if (arrived < stop_) return arrived;
        stop_ = arrived + period;
        return arrived + 200 * millisecond;
    }

private:
    static constexpr std::int64_t period = 1'500 * millisecond;
    std::int64_t stop_ = 0;
};

/// Sleeps for 20 ms every 250 ms, and its log tells when. Of the connections that are up one alone does.
class Sleeps : public Behaviour {
public:
    Sleeps() : sleeps_(!taken().exchange(true)) {}

    ~Sleeps() override {
        if (sleeps_) taken() = false;
    }

    std::int64_t due(std::int64_t arrived) override {
        if (!sleeps_ || arrived < next_) return arrived;
        if (next_ != 0) {
            pingmark::sleep_until(arrived + 20 * millisecond);
            log_.record(arrived, pingmark::now_ns());
        }
        next_ = arrived + 250 * millisecond;
        return arrived;
    }

private:
    static std::atomic<bool>& taken() {
        static std::atomic<bool> one{false};
        return one;
    }

    const bool sleeps_;
    std::int64_t next_ = 0;
    EventLog log_;
};

/// By as many ns as KNOWN_ANSWERS_SLOWER_NS says.
class Slower : public Behaviour {
public:
    Slower() {
        const char* ns = std::getenv("KNOWN_ANSWERS_SLOWER_NS");
        if (ns == nullptr) {
            std::fprintf(stderr, "KNOWN_ANSWERS_SLOWER_NS is not set\n");
            std::_Exit(2);
        }
        delay_ = std::atoll(ns);
    }

    std::int64_t due(std::int64_t arrived) override { return arrived + delay_; }

private:
    std::int64_t delay_;
};

}  // namespace known_answers
