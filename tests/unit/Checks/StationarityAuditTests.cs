using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class StationarityAuditTests
{
    private static readonly Stationarity Audit = new();

    private static CellEvidence Moving(double factor, int rounds = 5) =>
        Trial.Evidence(
            Trial.Rounds(
                rounds,
                n => Trial.Of() with { SliceRatesPerS = [1000 + n, 1000, 1000 * factor, 1000 * factor + n] }
            )
        );

    [Theory]
    [InlineData(1.2, "+20 %")]
    [InlineData(0.8, "-20 %")]
    public void A_rate_that_moves_is_no_figure(double factor, string by) =>
        Audit.Says("not-stationary warning", Moving(factor), $"moves by {by}".Replace(" %", ""));

    [Theory]
    [InlineData(1.04)]
    [InlineData(0.96)]
    public void Five_percent_are_tolerated(double factor) => Audit.IsSilent(Moving(factor));

    [Fact]
    public void One_round_is_no_evidence() => Audit.IsSilent(Moving(1.5, rounds: 1));

    [Fact]
    public void Fewer_than_four_slices_are_no_evidence() =>
        Audit.IsSilent(Trial.Evidence(Trial.Rounds(5, _ => Trial.Of() with { SliceRatesPerS = [1000, 1000, 2000] })));

    [Theory]
    [InlineData(3, true)]
    [InlineData(2, false)]
    public void A_warm_up_that_did_not_settle_in_most_trials_is_told(int unsettled, bool told)
    {
        var evidence = Trial.Evidence(
            Trial.Rounds(
                5,
                n =>
                    Trial.Of() with
                    {
                        WarmUp = new(1, 1, n > unsettled ? WarmUpVerdict.Settled : WarmUpVerdict.Capped),
                    }
            )
        );
        var audit = new WarmUpUnsettled();
        if (told)
            audit.Says("warm-up-unsettled warning", evidence, "in 3 of 5 trials");
        else
            audit.IsSilent(evidence);
    }
}
