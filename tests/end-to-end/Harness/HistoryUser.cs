using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Reports;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Base of the tests: someone who pushes runs to a database and asks it.</summary>
[Collection(PostgreSqlServer.Collection)]
public abstract class HistoryUser(PostgreSqlServer server) : CommandLineUser
{
    internal const string Slower = "java/tcp-nio";

    internal PostgreSqlServer Server { get; } = server;

    internal override IReadOnlyList<string> Needs => [];

    internal TestDatabase Database()
    {
        Skip.If(Server.Lacks is not null, Server.Lacks);
        return Server.Create();
    }

    /// <summary>What a folder and a database say of the same runs, in all commands.</summary>
    internal async Task<CommandResult> SameAnswersAsync(TestDatabase database, string stack)
    {
        string[][] questions =
        [
            ["list"],
            ["show", stack],
            ["trend", "--metric", "rtt_p99_ns"],
            ["trend", "--newest", "2"],
            ["trend"],
        ];
        CommandResult? last = null;
        foreach (var question in questions)
        foreach (var json in new string[][] { ["--json"], [] })
        {
            var folder = await RunAsync(["history", .. question, .. json, "--runs", "runs"]);
            last = await RunAsync(["history", .. question, .. json, "--db", database.Url]);
            Assert.Equal(folder.Exits(0).Output, last.Exits(0).Output);
            Assert.DoesNotContain(last.Output, c => char.IsControl(c) && c != '\n');
        }
        return last!;
    }

    internal Task<CommandResult> PushAsync(TestDatabase database, string runs = "runs") =>
        RunAsync("history", "push", "--db", database.Url, "--runs", runs);

    /// <returns>The folder of runs that it is in.</returns>
    internal string Write(string folder, Summary summary)
    {
        Folder.Write($"{folder}/run.json", "{}");
        Folder.Write($"{folder}/summary.json", SummaryJson.Serialize(summary));
        return folder.Split('/')[0];
    }

    /// <summary>From the sixth on one stack is a third slower, with a new version.</summary>
    internal static Summary Run(int number)
    {
        var mock = MockSummary.Build();
        double Speed(CellSummary cell) =>
            (cell.Stack == Slower && number >= 6 ? 0.67 : 1) * (1 + 0.02 * Math.Sin(7 * number));
        return mock with
        {
            StartedAt = mock.StartedAt.AddDays(number),
            Cells =
            [
                .. mock.Cells.Select(cell =>
                    Metric.Throughput.EstimateOf(cell) is not { } rate
                        ? cell
                        : Metric.Throughput.Put(cell, rate with { Value = rate.Value * Speed(cell) }) with
                        {
                            Versions = new Dictionary<string, string> { ["server"] = number >= 6 ? "18" : "17" },
                        }
                ),
            ],
        };
    }
}
