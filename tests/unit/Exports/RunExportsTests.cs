using Pingmark.Exports;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Exports;

public sealed class RunExportsTests
{
    private static IReadOnlyList<(string Name, string Text)> Export(string format) =>
        RunExports
            .All.Single(exporter => exporter.Name == format)
            .Files(
                new(
                    "run",
                    Trial.Run(Trial.Cell() with { Id = "../../x y\u001b[31m/é" }, Trial.Cell("x/none")),
                    [Trial.Of(cell: "../../x y\u001b[31m/é")],
                    MockSummary.Few()
                )
            );

    [Fact]
    public void Metrics_are_the_same_in_every_culture()
    {
        AssertGolden("openmetrics", "metrics.openmetrics.txt");
        AssertGolden("prometheus", "metrics.prom");

        static void AssertGolden(string format, string file)
        {
            Assert.Equal(file, Assert.Single(Export(format)).Name);
            Golden.CheckInEveryCulture(file, () => Assert.Single(Export(format)).Text);
        }
    }

    /// <summary>Each sample belongs to the family whose head precedes it, and has a time; units end names; nothing
    /// follows the end.</summary>
    [Fact]
    public void Every_family_of_OpenMetrics_has_its_type_and_help()
    {
        var lines = Assert.Single(Export("openmetrics")).Text.Split('\n');
        Assert.Equal(["# EOF", ""], lines[^2..]);
        var seen = Families(lines[..^2], "(_info)?", " 1767355445");
        Assert.Contains("pingmark_rtt_p50_seconds", seen);
        Assert.Contains("pingmark_server_cpu_per_message_ci_low_seconds", seen);
        Assert.Contains("pingmark_run", seen);
    }

    /// <summary>What scrapes plain text knows gauges alone, and takes the time at which it scrapes.</summary>
    [Fact]
    public void The_text_for_a_scrape_has_gauges_without_times()
    {
        var lines = Assert.Single(Export("prometheus")).Text.Split('\n');
        Assert.Contains("pingmark_run_info", Families(lines[..^1], "", ""));
        Assert.All(
            lines.Where(line => line.StartsWith("# TYPE ", StringComparison.Ordinal)),
            line => Assert.EndsWith(" gauge", line)
        );
        Assert.DoesNotContain(lines, line => line.StartsWith("# UNIT ") || line.StartsWith("# EOF"));
    }

    private static HashSet<string> Families(string[] lines, string suffix, string time)
    {
        var (family, seen) = ("", new HashSet<string>());
        foreach (var line in lines)
        {
            if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
                Assert.True(seen.Add(family = line.Split(' ')[2]), line);
            else if (line.StartsWith("# UNIT ", StringComparison.Ordinal))
                Assert.EndsWith("_" + line.Split(' ')[3], line.Split(' ')[2], StringComparison.Ordinal);
            else if (line.StartsWith("# HELP ", StringComparison.Ordinal))
                Assert.Equal(family, line.Split(' ')[2]);
            else
                Assert.Matches(
                    $$"""^{{family}}{{suffix}}\{([a-z_]+="([^"\\]|\\["\\n])*",?)+\} [-0-9.eE+]+{{time}}$""",
                    line
                );
        }
        return seen;
    }

    [Fact]
    public void No_two_forms_have_one_name_or_write_one_file_and_a_cells_stays_in_its_folder()
    {
        Assert.Equal("001-..-..-x-y--31m--.hlog", Assert.Single(Export("hlog")).Name);
        var names = RunExports.All.Select(exporter => exporter.Name).ToList();
        Assert.Equal(names.Distinct(), names);
        var files = names.SelectMany(Export).Select(file => file.Name).ToList();
        Assert.Equal(files.Distinct(), files);
    }

    [Fact]
    public void Json_and_csv_are_those_of_the_run_folder_and_each_file_has_a_schema()
    {
        var json = Export("json");
        Assert.Equal(SummaryJson.Serialize(MockSummary.Few()), json[0].Text);
        Assert.Equal("results.csv", Assert.Single(Export("csv")).Name);
        Assert.Equal(
            FileSchema.All.Select(schema => $"{schema.Name}.schema.json"),
            json.Skip(1).Select(file => file.Name)
        );
    }
}
