#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace pingmark {

/// Reads HTTP/1.1 responses with Beast's parser, from a buffer of one size. It keeps neither fields nor bodies, and so
/// allocates no memory. `Sink` is told of each response:
///
///     void head(unsigned status);                 ///< the first line has come
///     void body(const char* from, std::size_t n);  ///< a part of the body
///     void ended(bool keeps_alive);               ///< all of it has come
template <class Sink>
class Responses {
public:
    static constexpr std::size_t capacity = 128 << 10;

    /// `has_bodies`: false for answers to HEAD.
    explicit Responses(bool has_bodies = true) : has_bodies_(has_bodies) {}

    char* space() { return bytes_.get() + kept_; }
    std::size_t room() const { return capacity - kept_; }

    /// `n` bytes have arrived in `space`. False: they are no responses, nor is what follows.
    bool arrived(std::size_t n, Sink& sink) {
        namespace http = boost::beast::http;
        const char* at = bytes_.get();
        const char* const end = at + kept_ + n;
        while (at < end && !error_) {
            Parser& parser = next(sink);
            at += parser.put(boost::asio::const_buffer(at, static_cast<std::size_t>(end - at)), error_);
            if (error_ == http::error::need_more) {
                error_ = {};
                break;
            }
            if (!error_ && parser.is_done()) sink.ended(parser.keep_alive());
        }
        kept_ = static_cast<std::size_t>(end - at);
        if (kept_ > 0) std::memmove(bytes_.get(), at, kept_);
        return !error_;
    }

    /// What is wrong with what arrived.
    std::string error() const { return error_.message(); }

    /// The peer sends no more. A response whose length nobody told ends with that.
    void closed(Sink& sink) {
        if (!is_within() || !parser_->need_eof()) return;
        boost::system::error_code error;
        next(sink).put_eof(error);
        if (!error) sink.ended(false);
    }

    /// Whether a part of a response has come.
    bool is_within() const { return kept_ > 0 || (parser_ && parser_->is_header_done() && !parser_->is_done()); }

private:
    class Parser final : public boost::beast::http::basic_parser<false> {
    public:
        explicit Parser(bool has_bodies) {
            eager(true);
            skip(!has_bodies);
            body_limit(std::numeric_limits<std::uint64_t>::max());
            header_limit(capacity);
        }

        Sink* sink = nullptr;

    private:
        using Text = boost::beast::string_view;
        using Error = boost::system::error_code;

        void on_request_impl(boost::beast::http::verb, Text, Text, int, Error&) override {}
        void on_response_impl(int code, Text, int, Error&) override { sink->head(static_cast<unsigned>(code)); }
        void on_field_impl(boost::beast::http::field, Text, Text, Error&) override {}
        void on_header_impl(Error&) override {}
        void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
        std::size_t on_body_impl(Text part, Error&) override { return took(part); }
        void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
        std::size_t on_chunk_body_impl(std::uint64_t, Text part, Error&) override { return took(part); }
        void on_finish_impl(Error&) override {}

        std::size_t took(Text part) {
            sink->body(part.data(), part.size());
            return part.size();
        }
    };

    Parser& next(Sink& sink) {
        if (!parser_ || parser_->is_done()) parser_.emplace(has_bodies_);
        parser_->sink = &sink;
        return *parser_;
    }

    bool has_bodies_;
    // Not initialised, so that pages which are never used cost no memory.
    std::unique_ptr<char[]> bytes_{new char[capacity]};
    std::size_t kept_ = 0;  ///< bytes of an incomplete head
    std::optional<Parser> parser_;
    boost::system::error_code error_;
};

}  // namespace pingmark
