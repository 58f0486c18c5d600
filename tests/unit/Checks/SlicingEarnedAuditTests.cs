using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class SlicingEarnedAuditTests
{
    private static readonly SlicingEarned Audit = new();

    private static CellEvidence Slices(double perS, int rounds = 5) =>
        Trial.Evidence(Trial.Rounds(rounds, n => Trial.Of(Trial.Window(10_000 + n), Trial.Window(perS))));

    [Fact]
    public void Slices_at_another_rate_are_given_up_and_told() =>
        Audit.Says("slicing-not-earned note", Slices(5000), "0.50x of its rate in continuous windows");

    [Fact]
    public void Slices_at_the_same_rate_need_no_word() => Audit.IsSilent(Slices(9800));

    [Fact]
    public void Two_rounds_are_no_evidence() => Audit.IsSilent(Slices(5000, rounds: 2));
}
