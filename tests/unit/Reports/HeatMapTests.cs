using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Every client against every server, as one table.</summary>
public sealed class HeatMapTests
{
    private static readonly string[] Names = ["cpp/tcp-epoll", "java/tcp-nio", "dotnet/tcp-async"];

    /// <summary>The rate doubles from client to client; one pair of each server went wrong.</summary>
    private static Summary Matrix(params string[] names)
    {
        var mock = MockSummary.Build();
        var like = mock.Cells.First(cell => cell.Status == CellStatus.Ok) with { Audits = [] };
        var cells =
            from server in names
            from client in names.Select((name, nth) => (Name: name, Nth: nth))
            select like.With(("throughput_per_s", new(8_000 * Math.Pow(2, client.Nth), null, null))) with
            {
                Id = $"{server} client {client.Name}",
                Label = server,
                Stack = server,
                Client = client.Name,
                Status = (server, client.Name) == (names[1], names[0]) ? CellStatus.Failed : CellStatus.Ok,
                Corrupt = (server, client.Name) == (names[0], names[1]) ? 3 : 0,
                Lost = 0,
                Late = 0,
            };
        return mock with { Cells = [.. cells], Comparisons = [], Published = null };
    }

    [Fact]
    public void Each_pair_has_its_rate_and_what_went_wrong_a_mark()
    {
        var lines = Terminal.Render(Matrix(Names), 80).Split('\n');
        Assert.Contains("                     A    B    C", lines);
        Assert.Contains("A cpp/tcp-epoll     ~8    f   ~8", lines);
        Assert.Contains("B java/tcp-nio     !16▒ ~16▒ ~16▒", lines);
        Assert.Contains("C dotnet/tcp-async ~32█ ~32█ ~32█", lines);
        Assert.Contains(
            "f failed; ! messages lost, late, duplicated, reordered, corrupt or silent; ~ uncertain: beyond ± 10 %, or "
                + "a drift",
            string.Join(' ', lines)
        );
        Assert.Contains(
            lines,
            line => line.StartsWith("Rate in k/s", StringComparison.Ordinal) && line.Contains("8 k/s to")
        );
    }

    [Fact]
    public void Fourteen_clients_and_servers_fit_into_80_columns()
    {
        var names = Enumerable.Range(0, 14).Select(n => $"java/tcp-nio-blocking-{n}").ToArray();
        var shown = Terminal.Render(Matrix(names), 80);
        Assert.All(shown.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Assert.Contains("N java/tcp-nio-blocking-13", shown);
        Assert.Contains("A java/tcp-nio-blocking-0 ", Terminal.Render(Matrix(names), 200));
    }

    [Fact]
    public void The_report_has_it_too_with_the_complete_figures_behind()
    {
        var report = MarkdownReport.Render(Matrix(Names));
        Assert.Contains("| Client | A | B | C |", report);
        Assert.Contains("| B java/tcp-nio | !16▒ | ~16▒ | ~16▒ |", report);
        Assert.Contains("| cpp/tcp-epoll (client java/tcp-nio) |", report);
    }

    [Fact]
    public void Stacks_with_their_own_clients_make_none() =>
        Assert.DoesNotContain("Rate in k/s", Terminal.Render(MockSummary.Build(), 80));
}
