using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class OpenFilesTests
{
    private static string[] Limits(string soft) =>
        [
            "Limit                     Soft Limit           Hard Limit           Units     ",
            $"Max open files            {soft}                  4096                 files     ",
        ];

    [Fact]
    public void Too_few_are_refused_with_what_mends_it()
    {
        var error = Assert.Throws<BadInputException>(() => OpenFiles.Require(Limits("64")));
        Assert.Equal(
            "only 64 files may be open here, and pingmark needs 256 and two for each connection; raise it: "
                + "ulimit -n 4096",
            error.Message
        );
    }

    [Fact]
    public void Enough_are_enough_and_a_kernel_that_tells_nothing_is_believed()
    {
        foreach (var soft in new[] { "256", "1048576", "unlimited" })
            OpenFiles.Require(Limits(soft));
        OpenFiles.Require([]);
    }
}
