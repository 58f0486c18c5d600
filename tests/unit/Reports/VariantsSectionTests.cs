using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Cells of one stack that differ in the options of its runtime.</summary>
public class VariantsSectionTests
{
    private static readonly Metric P999 = Metric.Find("rtt_p999_ns")!;

    private static CellSummary Cell(string label, int? rate, double? throughput = null, Estimate? p999 = null)
    {
        var cell = MockSummary.Build().Cells.First(one => one.Status == CellStatus.Ok) with
        {
            Id = $"{label} {rate}",
            Label = label,
            Stack = "x/server",
            Client = "x/server",
            Scenario = new() { Connections = 16, RatePerS = rate },
            Withheld = p999 is null ? [new(P999.Key, "its slow messages may be of no more than 1 pause")] : [],
            Tail = null,
        };
        cell = P999.Put(cell, p999);
        return Metric.Throughput.Put(cell, throughput is { } value ? new(value, null, null) : null);
    }

    private static IReadOnlyList<string> Said(params CellSummary[] cells) =>
        [
            .. VariantsSection
                .Build(new(MockSummary.Build() with { Cells = cells, Comparisons = [] }))
                .Blocks.OfType<Statements>()
                .SelectMany(block => block.Items)
                .Select(item => item.Sentence.Replace('\u00a0', ' ')),
        ];

    [Fact]
    public void One_sentence_has_the_percentile_of_each_with_its_interval_and_what_collections_had_of_it()
    {
        var tail = new TailSummary(120, 100, 20, 1, [new("collection", "server", 80, 5, 1, 2, 1, [])], [], null);
        var said = Assert.Single(
            Said(
                Cell("serial", null, throughput: 20_000),
                Cell("parallel", null, throughput: 16_000),
                Cell("serial", 10_000, p999: new(2e6, 1.9e6, 2.2e6)) with
                {
                    Tail = tail,
                },
                Cell("parallel", 10_000, p999: new(1e6, 0.9e6, 1.2e6)),
                Cell("ZGC", 10_000)
            )
        );
        Assert.StartsWith("x/server: at 10 k/s (50 to 62.5 % of what a closed loop carries), p99.9 is 1 ms ±", said);
        Assert.Contains(" (parallel) and 2 ms ±", said);
        Assert.EndsWith(
            " (serial, 80 of its 100 slowest in collections); withheld for ZGC: its slow messages may be of no more "
                + "than 1 pause.",
            said
        );
    }

    [Fact]
    public void It_is_withheld_with_the_reason_where_nobody_has_it() =>
        Assert.Equal(
            "x/server: at 10 k/s, p99.9 is withheld for serial and ZGC: its slow messages may be of no more than 1 "
                + "pause.",
            Assert.Single(Said(Cell("serial", 10_000), Cell("ZGC", 10_000)))
        );

    [Fact]
    public void A_stack_alone_and_a_closed_loop_have_none() =>
        Assert.Empty(
            Said(
                Cell("serial", 10_000, p999: new(2e6, null, null)),
                Cell("serial", null, 20_000),
                Cell("ZGC", null, 20_000)
            )
        );
}
