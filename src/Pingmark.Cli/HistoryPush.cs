using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.History.Database;

namespace Pingmark.Cli;

internal static class HistoryPush
{
    public static Command Create(string[] examples)
    {
        var (runs, database) = (HistorySource.Runs(), HistorySource.Database());
        var replace = new Option<bool>("--replace")
        {
            Description = "Store also copies that have less of a run than the database",
        };
        var command = Help.Command(
            "push",
            "Store the runs of a folder in a database, each once",
            [runs, database, replace],
            examples
        );
        command.SetAction(
            (parsed, cancel) =>
                PushAsync(
                    parsed.GetValue(runs)!,
                    HistorySource.Url(parsed.GetValue(database))
                        ?? throw new BadInputException(
                            $"no database is named: --db postgres://USER@HOST/DATABASE, or {Variables.Database.Name}"
                        ),
                    parsed.GetValue(replace),
                    cancel
                )
        );
        return command;
    }

    private static async Task PushAsync(string folder, DatabaseUrl url, bool replaces, CancellationToken cancel)
    {
        // What is no folder of runs is told before anybody is asked for a database.
        using var found = RunsFolder.Read(folder).GetEnumerator();
        var isMore = found.MoveNext();
        await using var database = await HistoryDatabase.OpenAsync(url, cancel);
        await database.PrepareAsync(cancel);
        var all = new List<(string Name, PushedRun Run)>();
        for (; isMore; isMore = found.MoveNext())
        {
            var (name, summary, problem) = found.Current;
            if (summary is null)
                Console.WriteLine($"skipped: {name}: {problem}");
            else if (RunsFolder.IsMeasured(folder, name))
                Console.WriteLine($"skipped: {name}: is being measured");
            else
            {
                var run = new StoredRun(name, summary);
                all.Add((name, await database.PushAsync(run, replaces, cancel)));
                if (run.LeftOut is { } leftOut)
                    Console.WriteLine($"left out of {leftOut}");
            }
        }
        var refused = all.Where(one => !one.Run.IsStored).ToList();
        Console.WriteLine(
            $"{Runs(Pushed.New)} new, {Runs(Pushed.Newer)} newer, {Runs(Pushed.Same)} the same, "
                + $"{Runs(Pushed.Older)} older ({(refused.Count > 0 ? "not " : "")}stored)"
        );
        if (refused.Count > 0)
            throw new PingmarkException(
                "what the database has more of stays there:\n"
                    + string.Concat(refused.Select(one => $"  {one.Name}: {one.Run.Why}\n"))
                    + "the same command with --replace stores these copies in its place",
                ExitCode.CellFailed
            );

        string Runs(Pushed what) =>
            all.Count(one => one.Run.What == what) is var count && count == 1
                ? "1 run"
                : $"{NumberText.Count(count)} runs";
    }
}
