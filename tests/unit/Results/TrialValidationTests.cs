using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Schema;
using Xunit;

namespace Pingmark.Tests.Results;

public class TrialValidationTests
{
    private static readonly TrialRecord Trial = SliceValuesTests.Trial(new Random(1), _ => 1);
    private static readonly SliceParts Parts = Trial.Parts!;

    private static IReadOnlyList<long> WithFirst(IReadOnlyList<long> counts, Func<long, long> change) =>
        [change(counts[0]), .. counts.Skip(1)];

    [Fact]
    public void Parts_that_do_not_add_up_to_their_slices_are_wrong() =>
        Assert.All<(string What, SliceParts Parts)>(
            [
                ("one too few", Parts with { RoundTrips = [.. Parts.RoundTrips.Skip(1)] }),
                ("one below 0", Parts with { RttSumNs = WithFirst(Parts.RttSumNs, ns => -ns) }),
                ("another count", Parts with { RoundTrips = WithFirst(Parts.RoundTrips, count => count + 1) }),
                ("another sum", Parts with { RttSumNs = WithFirst(Parts.RttSumNs, ns => ns + 1) }),
                ("too many for 64 bits", Parts with { RttSumNs = [.. Parts.RttSumNs.Select(_ => long.MaxValue)] }),
                (
                    "more up to a percentile than there are",
                    Parts with
                    {
                        UpToPercentile = new Dictionary<string, IReadOnlyList<long>>
                        {
                            ["0.5"] = WithFirst(Parts.RoundTrips, count => count + 1),
                        },
                    }
                ),
                (
                    "a cost of nothing",
                    Parts with
                    {
                        ServerCosts = [.. Parts.ServerCosts.Select(cost => cost with { Messages = 0 })],
                    }
                ),
                ("a cost of a side that has none", Parts with { ClientCosts = Parts.ServerCosts }),
            ],
            row => Assert.StartsWith("parts have ", TrialValidation.Problem(Trial with { Parts = row.Parts }))
        );

    [Fact]
    public void Parts_of_their_slices_are_right_and_without_slices_wrong()
    {
        Assert.Null(TrialValidation.Problem(Trial));
        Assert.NotNull(TrialValidation.Problem(Trial with { Slices = null }));
    }
}
