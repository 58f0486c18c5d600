using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Runs;

public sealed class RunForecastTests
{
    private static Suite Suite(string name, long? seconds, long? messages = null) =>
        new()
        {
            Name = name,
            Cells =
            [
                Trial.Cell("x/a", new() { Messages = messages }),
                Trial.Cell("x/b", new() { Messages = messages }),
            ],
            Settings = new() { BudgetNs = seconds * Trial.SecondNs, Rounds = 1000 },
        };

    /// <summary>One suite that is built says it by its plan, and what a number of messages takes is not known
    /// before.</summary>
    [Fact]
    public void What_has_to_be_built_and_how_long_several_suites_take_is_said_before()
    {
        Assert.Null(RunForecast.Describe([Suite("quick", 60)], []));
        Assert.Equal(
            "cpp/sockets and java/sockets are built first, which may take minutes and is done once; then quick takes "
                + "about 60 s",
            RunForecast.Describe([Suite("quick", 60)], ["cpp/sockets", "java/sockets"])
        );
        Assert.Equal(
            "2 suites, 3 min in all: quick about 60 s, ipc about 2 min",
            RunForecast.Describe([Suite("quick", 60), Suite("ipc", 110)], [])
        );
        Assert.Equal(
            "2 suites, quick about 60 s, all as long as its messages take",
            RunForecast.Describe([Suite("quick", 60), Suite("all", null, messages: 1000)], [])
        );
    }
}
