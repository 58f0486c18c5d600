using Pingmark.Model;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>How many rounds there may be within a budget, by who gives it.</summary>
public class GivenBudgetTests
{
    private const string Suite = "stacks: cpp/tcp-epoll\nrounds: 3\nbudget: 1m";

    [Fact]
    public void A_suites_own_budget_has_no_more_rounds_than_the_suite() =>
        Assert.Null(Yaml.Parse(Suite).Settings.MostRounds);

    [Fact]
    public void One_that_is_given_may_have_more()
    {
        var settings = Given("budget=10m");
        Assert.Equal((3, 600_000_000_000), (settings.Rounds, settings.BudgetNs));
        Assert.True(settings.MostRounds > 10);
    }

    [Theory]
    [InlineData("budget=10m", "rounds=4")]
    [InlineData("rounds=4")]
    public void Rounds_that_are_given_are_the_most(params string[] set)
    {
        var settings = Given(set);
        Assert.Equal((4, 4), (settings.Rounds, settings.MostRounds));
    }

    [Fact]
    public void A_search_has_no_rounds() =>
        Assert.Null(Yaml.Parse("stacks: cpp/tcp-epoll\nslo: p99<1ms", ["budget=10m"]).Settings.MostRounds);

    private static SuiteSettings Given(params string[] set) => Yaml.Parse(Suite, set).Settings;
}
