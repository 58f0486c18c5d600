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

    [Fact]
    public void A_budget_is_the_time() =>
        Assert.Equal("60 s", Text(new() { BudgetNs = 60_000_000_000, DurationNs = 60_000_000_000 }));

    [Fact]
    public void Without_one_rounds_and_durations_tell_it() =>
        Assert.EndsWith(" min", Text(new() { Rounds = 10, DurationNs = 10_000_000_000 }));

    [Fact]
    public void How_long_a_number_of_messages_takes_nobody_knows() =>
        Assert.Equal("", Text(new(), new() { Messages = 100 }));
}
