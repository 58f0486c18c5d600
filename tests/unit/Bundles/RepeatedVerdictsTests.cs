using Pingmark.Bundles;
using Pingmark.Model;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Bundles;

public sealed class RepeatedVerdictsTests
{
    private static readonly Summary There = MockSummary.Build();

    private static Summary With(ComparisonVerdict from, ComparisonVerdict to) =>
        There with
        {
            Comparisons =
            [
                .. There.Comparisons.Select(made => made.Verdict == from ? made with { Verdict = to } : made),
            ],
        };

    [Fact]
    public void The_same_run_has_the_same_verdicts() =>
        Assert.Matches(
            "^Of ([0-9]+) verdicts of the bundle's run between its stacks, \\1 came out again here, "
                + "0 came out otherwise, and 0 could not be decided here\\.$",
            Assert.Single(RepeatedVerdicts.Compare(There, There))
        );

    [Fact]
    public void One_that_is_another_is_named_with_both_ratios()
    {
        var said = RepeatedVerdicts.Compare(There, With(ComparisonVerdict.Slower, ComparisonVerdict.Faster)).ToList();
        Assert.Contains(" 1 came out otherwise", said[0]);
        Assert.Equal(
            "Otherwise: java/tcp-nio c1 against cpp/tcp-epoll c1 was slower (0.81x) there, and is faster (0.81x) here.",
            Assert.Single(said.Skip(1))
        );
    }

    [Fact]
    public void What_could_not_be_decided_is_no_other_verdict()
    {
        Assert.Contains(
            "0 came out again here, 0 came out otherwise, and ",
            RepeatedVerdicts.Compare(There, There with { Comparisons = [] }).Single()
        );
        Assert.Contains("decided nothing", RepeatedVerdicts.Compare(There with { Comparisons = [] }, There).Single());
    }
}
