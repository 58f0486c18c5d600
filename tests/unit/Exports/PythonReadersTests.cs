using System.Globalization;
using System.Text.Json;
using Pingmark.Comparing;
using Pingmark.Exports;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Comparing;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>What Python's own readers find in exported files.</summary>
public sealed class PythonReadersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>A kind of load without a rate, and one at a rate, with all tags.</summary>
    [PythonTheory, InlineData("quick"), InlineData("open-loop")]
    public async Task A_histogram_log_has_the_counts_of_the_run_and_the_percentiles_of_its_summary(string suite)
    {
        using var folder = RunFolder.Open(OtherProgram.Source($"../Reports/recorded/{suite}"));
        var (run, trials, summary) = SummedRun.Read(folder);
        var metrics = Metric.All.Where(metric => metric.Estimation is Estimation.Quantile).ToList();
        var quantiles = metrics.Select(metric => ((Estimation.Quantile)metric.Estimation).Q).Distinct().ToList();
        var files = HistogramLog.Files(new("run", run, trials, summary));
        var read = await OtherProgram.ReadLinesAsync(
            PythonFactAttribute.Python,
            [
                OtherProgram.Source("read_hlog.py"),
                string.Join(',', quantiles.Select(q => q.ToString(CultureInfo.InvariantCulture))),
                .. files.Select(file => _folder.Write(file.Name, file.Text)),
            ]
        );

        var cells = summary.Cells.Where(cell => cell.Figures.ContainsKey(Metric.P50.Key)).ToList();
        Assert.Equal(cells.Count, read.Length);
        foreach (var (cell, line) in cells.Zip(read))
        {
            var byTag = JsonSerializer.Deserialize<Dictionary<string, double[]>>(line)!;
            foreach (var kind in HistogramKind.All.Where(kind => byTag.ContainsKey(kind.Tag ?? "none")))
                Assert.Equal(
                    trials
                        .Where(trial => trial.Cell == cell.Id && trial.Unbroken is not null)
                        .Sum(trial => Histogram.FromSparse(trial.Unbroken![kind] ?? []).Count),
                    byTag[kind.Tag!][0]
                );
            foreach (var metric in metrics.Where(metric => metric.EstimateOf(cell) is not null))
            {
                var quantile = (Estimation.Quantile)metric.Estimation;
                Assert.Equal(metric.EstimateOf(cell)!.Value, byTag[TagOf(metric)][1 + quantiles.IndexOf(quantile.Q)]);
            }
        }
    }

    private static string TagOf(Metric metric) =>
        metric.Key.StartsWith("rtt_uncorrected_", StringComparison.Ordinal) ? HistogramKind.Uncorrected.Tag!
        : metric.Key.StartsWith("send_lateness_", StringComparison.Ordinal) ? HistogramKind.SendLateness.Tag!
        : "";

    /// <summary>Of hostile names too, and for spreadsheets of a language with decimal commas.</summary>
    [PythonTheory, InlineData(","), InlineData(";"), InlineData("tab")]
    public async Task Csv_has_a_row_for_each_cell_with_its_figures(string separator)
    {
        var format = CsvFormat.BySeparator[separator];
        var numbers = new NumberFormatInfo { NumberDecimalSeparator = $"{format.DecimalMark}" };
        var summary = MockSummary.Build();
        var lines = await OtherProgram.ReadLinesAsync(
            PythonFactAttribute.Python,
            OtherProgram.Source("read_csv.py"),
            _folder.Write("results.csv", CsvReport.Render(summary, "run", format)),
            $"{format.Separator}"
        );
        var rows = lines.Select(line => JsonSerializer.Deserialize<Dictionary<string, string>>(line)!).ToList();
        Assert.Equal(
            summary.Cells.Select(cell => (Escape.Csv(cell.Id), Escape.Csv(cell.Label))),
            rows.Select(row => (row["id"], row["label"]))
        );
        Assert.Equal(
            summary.Cells.Select(cell => Metric.P50.EstimateOf(cell)?.Value),
            rows.Select(row => row[Metric.P50.Key])
                .Select(text => text.Length == 0 ? null : (double?)double.Parse(text, NumberStyles.Float, numbers))
        );
    }

    /// <summary>With the time of each cell that was measured.</summary>
    [JUnitParserFact]
    [Trait("Gate", "no")]
    public async Task A_JUnit_file_has_a_case_for_each_cell_with_its_time()
    {
        var comparison = RunComparer.Compare(
            MadeUpRuns.Plain(),
            MadeUpRuns
                .Drifted()
                .With(trial =>
                    trial.Cell == "cpp/tcp-d c16"
                        ? trial with
                        {
                            Status = CellStatus.Failed,
                            Reason = "it crashed",
                        }
                        : trial
                ),
            MadeUpRuns.Gate
        );
        var lines = await OtherProgram.ReadLinesAsync(
            PythonFactAttribute.Python,
            OtherProgram.Source("read_junit.py"),
            _folder.Write("junit.xml", JUnitReport.Render(comparison))
        );
        var suite = JsonSerializer.Deserialize<double[]>(lines[0])!;
        var cases = lines.Skip(1).Select(line => JsonSerializer.Deserialize<JsonElement[]>(line)!).ToList();
        Assert.Equal(
            comparison.Cells.Select(cell => (cell.Stack, cell.Id)),
            cases.Select(one => (one[0].GetString()!, one[1].GetString()!)).Where(one => one.Item1 != "pingmark")
        );
        var results = cases.SelectMany(one => one[2].EnumerateArray().Select(result => result.GetString())).ToList();
        Assert.Equal(
            [cases.Count, .. new[] { "Failure", "Error", "Skipped" }.Select(type => results.Count(it => it == type))],
            suite[..4].Select(count => (int)count)
        );
        Assert.NotEmpty(results);
        var times = cases
            .Where(one => one[3].ValueKind != JsonValueKind.Null)
            .ToDictionary(one => one[1].GetString()!, one => one[3].GetDouble());
        Assert.Equal(
            comparison.Cells.Where(cell => cell.MeasuredS > 0).ToDictionary(cell => cell.Id, cell => cell.MeasuredS),
            times
        );
        Assert.Equal(times.Values.Sum(), suite[4], 3);
    }

    [PrometheusClientFact]
    public async Task OpenMetrics_have_every_sample_for_a_strict_parser()
    {
        var summary = MockSummary.Build();
        var lines = await OtherProgram.ReadLinesAsync(
            PythonFactAttribute.Python,
            OtherProgram.Source("read_openmetrics.py"),
            _folder.Write("metrics.txt", MetricsText.Render(summary, isOpenMetrics: true))
        );
        var expected =
            from family in MetricFamily.Collect(summary)
            from sample in family.Samples
            select (
                family.IsInfo ? "info" : "gauge",
                family.IsInfo ? $"{family.Name}_info" : family.Name,
                Join(sample.Labels.Select(label => (label.Name, TerminalSafeText.Plain(label.Value)))),
                sample.Value
            );
        Assert.Equal(
            expected,
            lines.Select(line =>
            {
                var read = JsonSerializer.Deserialize<JsonElement[]>(line)!;
                return (
                    read[0].GetString()!,
                    read[1].GetString()!,
                    Join(read[2].EnumerateObject().Select(label => (label.Name, label.Value.GetString()!))),
                    read[3].GetDouble()
                );
            })
        );

        static string Join(IEnumerable<(string Name, string Value)> labels) =>
            string.Join('|', labels.Where(label => label.Value.Length > 0).Select(label => $"{label}").Order());
    }
}

/// <summary>For tests that ask Debian's Python.</summary>
internal class PythonFactAttribute : FactAttribute
{
    public const string Python = "/usr/bin/python3";

    /// <summary>Why there can be no test; null where there can.</summary>
    public static string? Lack => File.Exists(Python) ? null : "no Python here: apt-get install python3";

    public PythonFactAttribute() => Skip = Lack;
}

internal sealed class PythonTheoryAttribute : TheoryAttribute
{
    public PythonTheoryAttribute() => Skip = PythonFactAttribute.Lack;
}

internal sealed class PrometheusClientFactAttribute()
    : PythonPackageFactAttribute("prometheus_client", "prometheus-client");

internal sealed class JUnitParserFactAttribute() : PythonPackageFactAttribute("junitparser", "junitparser");

/// <summary>For tests that ask a package of Debian's Python.</summary>
internal abstract class PythonPackageFactAttribute : PythonFactAttribute
{
    protected PythonPackageFactAttribute(string package, string debianName)
    {
        if (!Directory.Exists($"/usr/lib/python3/dist-packages/{package}"))
            Skip = $"no {package} here: apt-get install python3-{debianName}";
    }
}
