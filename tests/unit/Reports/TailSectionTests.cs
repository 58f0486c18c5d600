using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>What a report says of the slowest messages, and where.</summary>
public class TailSectionTests
{
    private static TailSummary Tail(double byChance) =>
        new(91, 91, 16, byChance, [new("run_queue", "client", 75, 5, 1_000, 2_000, byChance, [])], [], null);

    private static int Told(Media medium, double byChance)
    {
        var cell = MockSummary.Build().Cells.First(one => one.Status == CellStatus.Ok) with { Tail = Tail(byChance) };
        var section = TailSection.Build(new(MockSummary.Build() with { Cells = [cell], Comparisons = [] }));
        return Block.Shown(section.Blocks, medium).OfType<Statements>().Sum(block => block.Items.Count);
    }

    [Fact]
    public void A_terminal_tells_of_no_cell_whose_explanation_may_be_mostly_chance()
    {
        Assert.Equal(1, Told(Media.Screen, 37));
        Assert.Equal(0, Told(Media.Screen, 38));
        Assert.Equal(1, Told(Media.Files, 38));
    }

    [Fact]
    public void It_is_said_where_it_may_be()
    {
        Assert.EndsWith("(by chance alone 37 would look explained)", TailSection.Sentence(Tail(37)));
        Assert.EndsWith(
            "(by chance alone 38 would look explained, so that this tells little)",
            TailSection.Sentence(Tail(38))
        );
    }
}
