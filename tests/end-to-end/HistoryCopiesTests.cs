using Pingmark.History.Database;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.EndToEndTests;

/// <summary>Copies of one run that have more of it, or less.</summary>
[Trait("Gate", "no")]
public sealed class HistoryCopiesTests(PostgreSqlServer server) : HistoryUser(server)
{
    private const string Summaries = "select string_agg(summary::text, '' order by id) from pingmark.run";

    [SkippableFact]
    public async Task What_has_more_of_a_run_stays_unless_somebody_insists()
    {
        using var database = Database();
        Write("runs/run", Run(1));
        Write("runs/other", Run(2));
        Write("old/run", Part(Run(1)));
        Write("killed/run", Run(1) with { DurationS = null, Interrupted = true });
        (await PushAsync(database, "old")).Exits(0).Prints("1 run new");
        (await PushAsync(database)).Exits(0).Prints("1 run new, 1 run newer, 0 runs the same, 0 runs older (stored)");
        var whole = database.One<string>(Summaries);

        foreach (var folder in new[] { "old", "killed" })
            (await PushAsync(database, folder))
                .Exits(1)
                .Prints("0 runs new, 0 runs newer, 0 runs the same, 1 run older (not stored)")
                .Complains("run: this copy has ", "was killed, the database's ", "ended by itself", "--replace");
        Assert.Equal(whole, database.One<string>(Summaries));

        (await RunAsync("history", "push", "--runs", "old", "--db", database.Url, "--replace"))
            .Exits(0)
            .Prints("1 run older (stored)");
        Assert.NotEqual(whole, database.One<string>(Summaries));
        (await PushAsync(database)).Exits(0).Prints("1 run newer, 1 run the same");
        await SameAnswersAsync(database, Slower);
    }

    [SkippableFact]
    public async Task Of_two_copies_that_are_pushed_at_once_the_better_one_stays()
    {
        using var database = Database();
        await using (var first = await OpenAsync(database))
            await first.PrepareAsync(CancellationToken.None);
        database.Run(
            """
            create function wait() returns trigger language plpgsql as
              'begin perform pg_advisory_xact_lock(1); return new; end';
            create trigger wait before insert on pingmark.figure for each row execute function wait();
            select pg_advisory_lock(1);
            """
        );
        var part = PushAsync(database, Part(Run(1)));
        var waiting = await database.WaitingAsync();
        var whole = PushAsync(database, Run(1));
        await database.WaitingAsync(besides: waiting);
        database.Run("select pg_advisory_unlock(1)");
        await part;
        Assert.Contains((await whole).What, new[] { Pushed.New, Pushed.Newer });
        Assert.Equal(SummaryJson.Serialize(Run(1)), database.One<string>(Summaries));
    }

    private static async Task<PushedRun> PushAsync(TestDatabase database, Summary summary)
    {
        await using var open = await OpenAsync(database);
        return await open.PushAsync(new("run", summary), false, CancellationToken.None);
    }

    private static Task<HistoryDatabase> OpenAsync(TestDatabase database) =>
        HistoryDatabase.OpenAsync(DatabaseUrl.Choose(database.Url, null)!, CancellationToken.None);

    /// <summary>As it is summed up of the first lines of its trials alone.</summary>
    private static Summary Part(Summary run) =>
        run with
        {
            DurationS = null,
            Interrupted = true,
            Cells = [.. run.Cells.Select(cell => cell with { Rounds = Math.Min(cell.Rounds, 2) })],
        };
}
