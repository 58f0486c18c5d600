using System.Text.Json.Nodes;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

/// <summary>The data of the page that compares any two, which a browser's test reads with the page.</summary>
public sealed class RunDataTests
{
    private static readonly PublishedRun Run = Sites.Run();

    [Fact]
    public void Figures_have_their_intervals_and_words_and_withheld_ones_their_reasons()
    {
        var cells = Data()["cells"]!.AsArray();
        Assert.Equal(Run.Summary.Cells.Count, cells.Count);
        var rate = cells[0]!["figures"]!["throughput_per_s"]!;
        Assert.Equal(Run.Summary.Cells[0].Figures["throughput_per_s"].CiLow, rate[0]![1]?.GetValue<double>());
        Assert.Contains("±", rate[1]!.GetValue<string>());
        Assert.Equal(
            Run.Summary.Cells.Sum(cell => cell.Withheld.Count),
            cells.Sum(cell => cell!["withheld"]!.AsArray().Count)
        );
    }

    [Fact]
    public void Comparisons_of_the_run_are_those_that_are_paired()
    {
        var made = Data()["comparisons"]!.AsArray()[0]!;
        Assert.Equal("java/tcp-nio", Data()["cells"]![made[0]!.GetValue<int>()]!["stack"]!.GetValue<string>());
        Assert.Equal("cpp/tcp-epoll", Data()["cells"]![made[1]!.GetValue<int>()]!["stack"]!.GetValue<string>());
        Assert.Equal("rtt_p50_ns", made[2]!.GetValue<string>());
        Assert.Equal([1.24, 1.21, 1.27], made[3]!.AsArray().Select(bound => bound!.GetValue<double>()));
        Assert.Equal("slower", made[4]!.GetValue<string>());
    }

    private static JsonNode Data()
    {
        var text = RunData.Make(Sites.Of(Run)).Single().Text;
        return JsonNode.Parse(text[(text.IndexOf('(') + 1)..text.LastIndexOf(')')])!;
    }
}
