using Pingmark.History.Database;
using Pingmark.Model;
using Pingmark.Tests.Reports;
using Xunit.Abstractions;

namespace Pingmark.EndToEndTests.ByHand;

/// <summary>How long <c>history trend</c> takes of a database with years of runs, from the launcher's start to its
/// end.</summary>
[Trait("Layer", "by-hand")]
[Trait("Gate", "no")]
public sealed class HistoryTrendTests(PostgreSqlServer server, ITestOutputHelper output)
    : CommandLineUser,
        IClassFixture<PostgreSqlServer>
{
    private const int Runs = 10_000,
        Cells = 16,
        Tries = 10;

    [SkippableFact]
    public async Task The_trend_of_ten_thousand_runs_takes_less_than_a_second()
    {
        Skip.If(server.Lacks is not null, server.Lacks);
        using var database = server.Create();
        await StoreAsync(database, Run());
        ManyRuns.Make(database, Runs);
        var took = new List<double>();
        // The first one reads the files of both programs from the disk.
        for (var run = 0; run <= Tries; run++)
        {
            await using var trend = await StartAsync("history", "trend", "--db", database.Url);
            var result = (await trend.EndAsync()).Exits(0).Prints("in the last of 2000 runs", "slower");
            took.Add(result.Elapsed.TotalSeconds);
        }
        output.WriteLine(
            $"history trend of {Runs} runs of {Cells} cells, s: "
                + string.Join(", ", took.Skip(1).Select(s => $"{s:0.00}"))
                + $" (the first one {took[0]:0.00})"
        );
        Assert.All(took.Skip(1), s => Assert.InRange(s, 0, 1));
    }

    private static async Task StoreAsync(TestDatabase database, Summary run)
    {
        await using var open = await HistoryDatabase.OpenAsync(
            DatabaseUrl.Choose(database.Url, null)!,
            CancellationToken.None
        );
        await open.PrepareAsync(CancellationToken.None);
        await open.PushAsync(new("run", run), false, CancellationToken.None);
    }

    private static Summary Run()
    {
        var mock = MockSummary.Build();
        var cell = mock.Cells[0];
        return mock with
        {
            StartedAt = mock.StartedAt.AddDays(1),
            Cells =
            [
                .. Enumerable
                    .Range(1, Cells)
                    .Select(n =>
                        cell with
                        {
                            Id = $"cpp/tcp-epoll c{n}",
                            Scenario = cell.Scenario with { Connections = n },
                        }
                    ),
            ],
        };
    }
}
