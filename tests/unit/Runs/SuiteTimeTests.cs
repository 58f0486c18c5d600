using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>What <c>list suites</c> says of the time that a suite takes.</summary>
public class SuiteTimeTests
{
    private static string Text(SuiteSettings settings, Scenario? scenario = null) =>
        SuiteTime.Text(
            new()
            {
                Name = "x",
                Cells = [Trial.Cell("a", scenario), Trial.Cell("b", scenario)],
                Settings = settings,
            }
        );

    /// <summary>How long a number of messages takes nobody knows.</summary>
    [Fact]
    public void A_budget_is_the_time_and_without_one_rounds_and_durations_tell_it()
    {
        Assert.Equal("60 s", Text(new() { BudgetNs = 60_000_000_000, DurationNs = 60_000_000_000 }));
        Assert.EndsWith(" min", Text(new() { Rounds = 10, DurationNs = 10_000_000_000 }));
        Assert.Equal("", Text(new(), new() { Messages = 100 }));
    }
}
