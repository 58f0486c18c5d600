using System.CommandLine;
using Pingmark.History;
using Pingmark.History.Database;

namespace Pingmark.Cli;

internal static class HistoryPush
{
    public static Command Create()
    {
        var (runs, database) = (HistorySource.Runs(), HistorySource.Database());
        var command = new Command("push", "Store the runs of a folder in a database, each once") { runs, database };
        command.SetAction(
            (parsed, cancel) =>
                PushAsync(
                    parsed.GetValue(runs)!,
                    HistorySource.Url(parsed.GetValue(database))
                        ?? throw new BadInputException(
                            $"no database is named: --db postgres://USER@HOST/DATABASE, or {Variables.Database.Name}"
                        ),
                    cancel
                )
        );
        return command;
    }

    private static async Task PushAsync(string folder, DatabaseUrl url, CancellationToken cancel)
    {
        // What is no folder of runs is told before anybody is asked for a database.
        using var found = RunsFolder.Read(folder).GetEnumerator();
        var isMore = found.MoveNext();
        await using var database = await HistoryDatabase.OpenAsync(url, cancel);
        await database.PrepareAsync(cancel);
        var count = new Dictionary<Pushed, int>();
        for (; isMore; isMore = found.MoveNext())
        {
            var (name, summary, problem) = found.Current;
            if (summary is null)
                Console.WriteLine($"skipped: {name}: {problem}");
            else if (RunsFolder.IsMeasured(folder, name))
                Console.WriteLine($"skipped: {name}: is being measured");
            else
            {
                var pushed = await database.PushAsync(new(name, summary), cancel);
                count[pushed] = count.GetValueOrDefault(pushed) + 1;
            }
        }
        Console.WriteLine(
            $"{Runs(Pushed.Stored)} stored, {Runs(Pushed.Replaced)} replaced, {Runs(Pushed.WasThere)} there before"
        );

        string Runs(Pushed what) =>
            count.GetValueOrDefault(what) is 1 ? "1 run" : $"{count.GetValueOrDefault(what)} runs";
    }
}
