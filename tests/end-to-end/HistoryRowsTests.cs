namespace Pingmark.EndToEndTests;

/// <summary>Rows of a database that somebody else made.</summary>
[Trait("Gate", "no")]
public sealed class HistoryRowsTests(PostgreSqlServer server) : HistoryUser(server)
{
    [SkippableFact]
    [Fault("a stored summary that is none", "the copy that is pushed is newer", 0, 60)]
    public async Task What_can_not_be_read_has_nothing_of_a_run()
    {
        using var database = await StoredAsync(1);
        foreach (var summary in new[] { "'[]'", "'{\"schema\":\"x\"}'" })
        {
            database.Run($"update pingmark.run set content = '', summary = {summary}");
            (await PushAsync(database)).Exits(0).Prints("1 run newer");
        }
        (await PushAsync(database)).Exits(0).Prints("1 run the same");
    }

    [SkippableFact]
    [Fault("damaged rows in a database of runs", "each is left out and named; all else is shown", 0, 20)]
    public async Task What_is_damaged_is_left_out_and_named()
    {
        using var database = await StoredAsync(14);
        database.Run(
            """
            update pingmark.run set about = '[]' where id <= 10;
            update pingmark.run set about = 'null' where id = 11;
            update pingmark.series set key = '{"stack":null}' where id = 1;
            update pingmark.cell set versions = '{"server":null}' where run = 12;
            update pingmark.figure set value = 'NaN', ci_low = 'infinity' where run = 13;
            update pingmark.figure set ci_low = '-infinity', ci_high = 'NaN' where run = 14;
            """
        );
        (await RunAsync("history", "list", "--db", database.Url))
            .Exits(0)
            .Prints("run-12", "run-14", "skipped: run 10: damaged about");
        database.Run("delete from pingmark.run where id < 11");
        (await RunAsync("history", "trend", "--db", database.Url))
            .Exits(0)
            .Prints("run 11: about is null", "series 1: damaged key", "damaged versions", "nothing can be told yet");
    }

    private async Task<TestDatabase> StoredAsync(int runs)
    {
        var database = Database();
        for (var number = 1; number <= runs; number++)
            Write($"runs/run-{number:00}", Run(number));
        (await PushAsync(database)).Exits(0);
        return database;
    }
}
