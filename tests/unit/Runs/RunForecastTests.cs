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

    [Fact]
    public void One_suite_that_is_built_says_it_by_its_plan() =>
        Assert.Null(RunForecast.Describe([Suite("quick", 60)], []));

    [Fact]
    public void What_has_to_be_built_is_said_before_it_is() =>
        Assert.Equal(
            "cpp/sockets and java/sockets are built first, which may take minutes and is done once; then quick takes "
                + "about 60 s",
            RunForecast.Describe([Suite("quick", 60)], ["cpp/sockets", "java/sockets"])
        );

    [Fact]
    public void Several_suites_say_how_long_they_take_in_all() =>
        Assert.Equal(
            "2 suites, 3 min in all: quick about 60 s, ipc about 2 min",
            RunForecast.Describe([Suite("quick", 60), Suite("ipc", 110)], [])
        );

    [Fact]
    public void What_a_number_of_messages_takes_is_not_known_before() =>
        Assert.Equal(
            "2 suites, quick about 60 s, all as long as its messages take",
            RunForecast.Describe([Suite("quick", 60), Suite("all", null, messages: 1000)], [])
        );
}
