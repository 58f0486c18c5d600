// Addresses of transports within the machine: a folder, and the number of a socket in it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "kit/failure.hpp"
#include "kit/server.hpp"
#include "kit/sockets.hpp"

namespace pingmark {
namespace {

/// Only this user may enter it.
class Folder {
public:
    Folder() { EXPECT_NE(mkdtemp(path_), nullptr); }
    ~Folder() {
        for (const char* number : {"1", "2"}) unlink((path() + "/" + number).c_str());
        rmdir(path_);
    }
    std::string path() const { return path_; }

private:
    char path_[32] = "/tmp/pingmark-test-XXXXXX";
};

TEST(Address, InAFolderIsTheFolderAndANumber) {
    const Address address = Address::in_folder("/run/some", 7);
    EXPECT_EQ(address.host(), "/run/some");
    EXPECT_EQ(address.port(), 7);
    EXPECT_EQ(address.text(), "/run/some/7");
    EXPECT_FALSE(address.is_wildcard());
}

TEST(Address, APathIsAsLongAsTheKernelTakes) {
    const std::string longest(105, 'x');
    EXPECT_EQ(Address::in_folder("/" + longest.substr(1), 1).text().size(), 107u);
    EXPECT_THROW(Address::in_folder("/" + longest, 1), Unsupported);
    EXPECT_THROW(Address::in_folder("run", 1), Failure);
}

TEST(Server, InAFolderTakesTheLowestNumberThatIsFree) {
    const Folder folder;
    const Address any = Address::in_folder(folder.path(), 0);
    const Server first(any, Transport::unix_stream, SocketOptions(), std::nullopt, false);
    const Server second(any, Transport::unix_stream, SocketOptions(), std::nullopt, false);
    EXPECT_EQ(Address::of_local_end(first.fd()).port(), 1);
    EXPECT_EQ(Address::of_local_end(second.fd()).port(), 2);
    const Address taken = Address::in_folder(folder.path(), 2);
    EXPECT_THROW(Server(taken, Transport::unix_stream, SocketOptions(), std::nullopt, false), Failure);
}

}  // namespace
}  // namespace pingmark
