using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

public sealed class CsvReportTests
{
    private static readonly Summary Mock = MockSummary.Build();

    private static List<string[]> Table(Summary summary, string run = "run") =>
        CsvReport.Render(summary, run).TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToList();

    /// <summary>The mock run has no snapshots, and each of its cells has a rate where it was measured.</summary>
    [Fact]
    public void A_column_that_is_empty_in_every_row_is_left_out()
    {
        var header = Table(Mock)[0];
        Assert.Contains("throughput_per_s", header);
        Assert.DoesNotContain("snapshot_bytes", header);
        Assert.True(header.Length < CsvReport.ColumnNames.Count(), "some of all columns are not there");
        Assert.Equal(CsvReport.ColumnNames.Where(header.Contains), header);
        var unmeasured = Mock.Cells.First(cell => cell.Status == CellStatus.Unavailable);
        Assert.DoesNotContain("throughput_per_s", Table(Mock with { Cells = [unmeasured] })[0]);
    }

    /// <summary>A spreadsheet of a language with decimal commas takes 1.5 for a day of May.</summary>
    [Fact]
    public void With_semicolons_figures_have_decimal_commas()
    {
        var lossy = Mock.Cells[0] with { Scenario = Mock.Cells[0].Scenario with { Network = new() { Loss = 0.005 } } };
        var table = CsvReport.Render(Mock with { Cells = [lossy, .. Mock.Cells] }, "run", CsvFormat.BySeparator[";"]);
        Assert.Contains(";0,005;", table);
        Assert.DoesNotMatch(@"(?m)(^|;)-?\d+\.\d+(E[-+]?\d+)?(;|$)", table);
        Assert.StartsWith("run;suite;started_at;id;", table);
    }

    /// <summary>Rows of two runs in one table: what they are of is in each.</summary>
    [Fact]
    public void Each_row_tells_its_run_suite_and_time()
    {
        var later = Mock with { StartedAt = Mock.StartedAt.AddDays(1), Suite = "=other" };
        var both = Table(Mock, "monday").Skip(1).Concat(Table(later, "tuesday").Skip(1)).ToList();
        Assert.Equal(["run", "suite", "started_at", "id"], Table(Mock)[0][..4]);
        Assert.Equal(2 * Mock.Cells.Count, both.Select(row => string.Join(' ', row[..4])).Distinct().Count());
        Assert.Equal(["monday", "mock", "2026-01-02T13:04:05+01:00"], both[0][..3]);
        Assert.Equal(["tuesday", "'=other", "2026-01-03T13:04:05+01:00"], both[^1][..3]);
    }
}
