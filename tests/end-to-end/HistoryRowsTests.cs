namespace Pingmark.EndToEndTests;

/// <summary>Rows of a database that somebody else made.</summary>
public sealed class HistoryRowsTests(PostgreSqlServer server) : HistoryUser(server)
{
    private const int Long = 50_000_000,
        MostS = 10;

    [SkippableTheory]
    [Fault(
        "a name of 50 MB in a database of runs: a suite, a series, versions",
        "it does not leave the server; it is named, and all else is shown",
        0,
        30
    )]
    [InlineData("run set about = json_build_object('suite', {0})", "run 1: 5", "1 run")]
    [InlineData("series set key = json_build_object('label', {0})", "series 1: 5", "2 runs")]
    [InlineData("cell set versions = json_build_object('server', {0})", " bytes of versions, 16384 are the most", "")]
    public async Task What_is_too_long_stays_where_it_is(string change, string told, string last)
    {
        using var database = await StoredAsync(2);
        var made = change.Replace("{0}", $"repeat('x', {Long})", StringComparison.Ordinal);
        // One row: the server takes seconds for each.
        var row =
            change[0] == 'c'
                ? "run = 1 and number = (select min(c.number) from pingmark.cell c "
                    + "join pingmark.series s on s.id = c.series "
                    + $"where c.run = 1 and s.key->>'stack' = '{Slower}')"
                : "id = 1";
        database.Run($"update pingmark.{made} where {row}");
        var isRun = change[0] == 'r';
        var list = await RunAsync("history", "list", "--db", database.Url);
        list.Exits(0).Prints(isRun ? told : "run-01", "run-02").Within(MostS);
        (await RunAsync("history", "show", Slower, "--db", database.Url)).Exits(0).Prints("run-02", told).Within(MostS);
        (await RunAsync("history", "trend", "--db", database.Url)).Exits(0).Prints(told, last).Within(MostS);
        var json = (await RunAsync("history", "trend", "--json", "--db", database.Url)).Exits(0).Json;
        Assert.Contains(told, json.GetProperty("skipped")[0].GetString());
    }

    [SkippableFact]
    [Fault("a stored summary of 100 MB, or one that is none", "the copy that is pushed is newer", 0, 60)]
    public async Task What_can_not_be_read_has_nothing_of_a_run()
    {
        using var database = await StoredAsync(1);
        foreach (var summary in new[] { $"to_json(repeat('x', {2 * Long}))", "'[]'", "'{\"schema\":\"x\"}'" })
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
            .Prints("run-12", "run-14", "skipped: run 10: damaged about", "skipped: and 3 more");
        database.Run("delete from pingmark.run where id < 11");
        (await RunAsync("history", "trend", "--db", database.Url))
            .Exits(0)
            .Prints("run 11: about is null", "series 1: damaged key", "damaged versions", "nothing can be told yet");
    }

    [SkippableFact]
    [Fault(
        "100,005 runs in a database, and 69 MB of versions",
        "the newest runs are shown, the others counted; the figures are refused",
        2,
        60
    )]
    public async Task So_many_rows_are_read_and_no_more()
    {
        using var database = await StoredAsync(1);
        database.Run(
            """
            insert into pingmark.run (identity, content, started_at, about, summary)
              select sha256(g::text::bytea), '', started_at - g * interval '1 s', about, '{}'
              from pingmark.run, generate_series(1, 100004) g;
            """
        );
        var list = (await RunAsync("history", "list", "--json", "--db", database.Url)).Exits(0).Json;
        Assert.Equal(100_000, list.GetProperty("items").GetArrayLength());
        Assert.Contains("5 more of pingmark.run", list.GetProperty("skipped")[0].GetString());

        database.Run(
            """
            insert into pingmark.cell
              select run, g, series, json_build_object('server', repeat('x', 16000) || g)
              from pingmark.cell, generate_series(1000, 5300) g where number = 0;
            insert into pingmark.figure
              select f.run, c.number, f.metric, f.value, f.ci_low, f.ci_high
              from pingmark.cell c, pingmark.figure f where f.number = 0 and c.number >= 1000;
            """
        );
        (await RunAsync("history", "trend", "--newest", "1", "--db", database.Url))
            .Exits(2)
            .Complains("more is asked for than is read");
    }

    [SkippableFact]
    [Fault(
        "a summary whose suite has a name of 50 MB, in a folder of runs",
        "skipped and named, pushed or shown",
        0,
        20
    )]
    public async Task A_folder_s_names_are_bounded_as_well()
    {
        using var database = Database();
        Write("runs/long", Run(1) with { Suite = new('x', Long) });
        Write("runs/run", Run(2));
        (await PushAsync(database)).Exits(0).Prints("skipped: long: a name in it has 50000000 letters", "1 run new");
        (await RunAsync("history", "list")).Exits(0).Prints("skipped: long: ", "mock");
        Write("runs/long", Run(1) with { Suite = new('\0', 16_000) });
        (await PushAsync(database)).Exits(0).Prints("skipped: long: 96", "1 run the same");
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
