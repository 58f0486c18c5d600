using System.Runtime.CompilerServices;
using Pingmark.Exports;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Exports;

public sealed class RunExportsTests
{
    public static TheoryData<string> Cultures => Reports.Cultures.Names;

    private static IReadOnlyList<(string Name, string Text)> Export(string format) =>
        RunExports
            .All.Single(exporter => exporter.Name == format)
            .Files(
                new(
                    Trial.Run(Trial.Cell() with { Id = "../../x y\u001b[31m/é" }, Trial.Cell("x/none")),
                    [Trial.Of(cell: "../../x y\u001b[31m/é")],
                    MockSummary.Build()
                )
            );

    [Theory, MemberData(nameof(Cultures))]
    public void OpenMetrics(string culture) =>
        Golden.Check("metrics.txt", Reports.Cultures.Under(culture, () => Assert.Single(Export("openmetrics")).Text));

    /// <summary>Each sample belongs to the family whose head precedes it; units end names; nothing follows the
    /// end.</summary>
    [Fact]
    public void Every_metric_has_its_type_and_help()
    {
        var lines = Assert.Single(Export("openmetrics")).Text.Split('\n');
        Assert.Equal(["# EOF", ""], lines[^2..]);
        var (family, seen) = ("", new HashSet<string>());
        foreach (var line in lines[..^2])
        {
            if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
                Assert.True(seen.Add(family = line.Split(' ')[2]), line);
            else if (line.StartsWith("# UNIT ", StringComparison.Ordinal))
                Assert.EndsWith("_" + line.Split(' ')[3], line.Split(' ')[2], StringComparison.Ordinal);
            else if (line.StartsWith("# HELP ", StringComparison.Ordinal))
                Assert.Equal(family, line.Split(' ')[2]);
            else
                Assert.Matches($$"""^{{family}}(_info)?(\{([a-z_]+="([^"\\]|\\["\\n])*",?)+\})? [-0-9.eE+]+$""", line);
        }
        Assert.Contains("pingmark_rtt_p50_seconds", seen);
        Assert.Contains("pingmark_server_cpu_per_message_ci_low_seconds", seen);
    }

    [Fact]
    public void A_file_is_named_after_its_cell_and_stays_in_its_folder() =>
        Assert.Equal("001-..-..-x-y--31m--.hlog", Assert.Single(Export("hlog")).Name);

    [Fact]
    public void No_two_forms_have_one_name_or_write_one_file()
    {
        var names = RunExports.All.Select(exporter => exporter.Name).ToList();
        Assert.Equal(names.Distinct(), names);
        var files = names.SelectMany(Export).Select(file => file.Name).ToList();
        Assert.Equal(files.Distinct(), files);
    }

    [Fact]
    public void Json_and_csv_are_those_of_the_run()
    {
        Assert.Equal(SummaryJson.Serialize(MockSummary.Build()), Export("json")[0].Text);
        Assert.Equal("results.csv", Assert.Single(Export("csv")).Name);
    }

    /// <summary>A key that is new, or changes its form, changes the published schema: UPDATE_GOLDEN=1 writes
    /// it.</summary>
    [Fact]
    public void The_published_schema_is_that_of_the_types()
    {
        var (name, text) = Export("json")[1];
        Assert.Equal("summary.schema.json", name);
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(Published(), text);
        Assert.Equal(File.ReadAllText(Published()), text);
    }

    private static string Published([CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", "..", "protocol", "schema", "summary.json");
}
