using System.Reflection;
using Pingmark.Audits;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Audits;

public class CellAuditsTests
{
    [Fact]
    public void Every_audit_is_asked()
    {
        var all = (Array)
            typeof(CellAudits).GetField("All", BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!;
        var written = typeof(IAudit).Assembly.GetTypes().Where(t => t.IsClass && t.IsAssignableTo(typeof(IAudit)));
        Assert.Equal(written.OrderBy(t => t.Name), all.Cast<object>().Select(a => a.GetType()).OrderBy(t => t.Name));
    }

    [Fact]
    public void A_cell_without_a_good_trial_is_not_judged() =>
        Assert.Empty(CellAudits.Judge(Trial.Evidence(Trial.Of() with { Status = CellStatus.Failed })));

    [Fact]
    public void An_honest_cell_has_nothing_invalid() =>
        Assert.DoesNotContain(
            CellAudits.Judge(Trial.Evidence(Trial.Rounds(5, _ => Trial.Of(slices: Trial.Stretch())))),
            n => n.Verdict != AuditVerdict.Note
        );

    [Fact]
    public void A_trial_of_nothing_but_corrupt_answers_is_judged_invalid() =>
        Assert.Equal(
            CellStatus.Invalid,
            SummaryBuilder
                .CellOf(
                    Trial.Evidence(Trial.Of(Trial.Stretch() with { Corrupt = 10_000, RttSumNs = 0, Histogram = [] }))
                )
                .Status
        );
}
