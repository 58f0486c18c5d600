using Pingmark.History.Database;
using Pingmark.Model;
using Pingmark.Tests.Reports;
using Pingmark.Vocabulary;

namespace Pingmark.EndToEndTests;

/// <summary>The runs of a team in a PostgreSQL.</summary>
public sealed class HistoryDatabaseTests(PostgreSqlServer server) : CommandLineUser, IClassFixture<PostgreSqlServer>
{
    private const string Slower = "java/tcp-nio";

    [SkippableFact]
    public async Task A_database_answers_as_the_folder_does_whose_runs_it_stores_once()
    {
        using var database = Database();
        for (var number = 1; number <= 9; number++)
            Write($"runs/run-{number}", Run(number));
        (await PushAsync(database)).Prints("9 runs stored, 0 runs replaced, 0 runs there before");
        (await PushAsync(database)).Prints("0 runs stored, 0 runs replaced, 9 runs there before");
        Assert.Equal(9, database.One<long>("select count(*) from pingmark.run"));
        Assert.Contains("slower; server 17 -> 18", (await SameAnswersAsync(database, Slower)).Output);

        // It was a part of its trials that was pushed.
        Write("runs/run-9", Run(9) with { Cells = [.. Run(9).Cells.Skip(1)] });
        (await PushAsync(database)).Prints("0 runs stored, 1 run replaced, 8 runs there before");
        await SameAnswersAsync(database, Slower);
    }

    [SkippableFact]
    [Fault(
        "names in a database of runs: `<script>`, SQL, NUL, terminal escapes, 10 kB",
        "they are parameters of statements, come back as they were, and are shown plain",
        0,
        10
    )]
    public async Task Hostile_names_come_back_as_they_were_and_are_shown_plain()
    {
        using var database = Database();
        string[] names =
        [
            "<script>alert(1)</script>",
            "'; drop schema pingmark cascade; --",
            "\0 \u001b[31m \u202e \ud83d\ude00 $1 {0} \\u0000 \"",
            new string('x', 10_000),
        ];
        foreach (var (number, name) in names.Index())
            Write(
                $"runs/it's {number} \"\u001b[2J",
                Run(number) with
                {
                    Suite = name,
                    Cells = [.. Run(number).Cells.Select(cell => cell with { Label = name, Stack = $"cpp/{name}" })],
                }
            );
        (await PushAsync(database)).Prints("4 runs stored");
        await SameAnswersAsync(database, names[0]);
        (await RunAsync("history", "show", names[1], "--db", database.Url)).Exits(0).Prints("drop schema pingmark");
        Assert.Equal(4, database.One<long>("select count(*) from pingmark.run"));
    }

    [SkippableFact]
    [Fault(
        "PostgreSQL is killed in the middle of a push",
        "the run is not stored; the same push again stores it, and once more changes nothing",
        1,
        30
    )]
    public async Task A_server_that_is_killed_in_the_middle_of_a_push_has_nothing_of_the_run()
    {
        using var database = Database();
        await PushAsync(database, Write("first/run", Run(1)));
        Write("runs/run", Run(2));
        // The last statement of the push waits until the test lets it go on, which it never does.
        database.Run(
            """
            create function wait() returns trigger language plpgsql as
              'begin perform pg_advisory_xact_lock(1); return new; end';
            create trigger wait before insert on pingmark.figure for each row execute function wait();
            select pg_advisory_lock(1);
            """
        );
        var push = PushAsync(database);
        var waiting = 0;
        await Eventually.TrueAsync(
            () =>
                (
                    waiting = database.One<int>(
                        "select coalesce(max(pid), 0) from pg_locks where locktype = 'advisory' and not granted"
                    )
                ) > 0,
            Patience.For(10),
            () => "the push came so far"
        );
        Signals.Send(waiting, Signals.Kill);
        (await push).Exits(1).Complains("failed: ", "a run is stored as a whole or not at all");

        await Eventually.TrueAsync(() => database.HasGone, Patience.For(10), () => "the server ended what else it had");
        server.WaitUntilItServes();
        using var again = database.Again();
        Assert.Equal(1, again.One<long>("select count(*) from pingmark.run"));
        Assert.Equal(
            0,
            again.One<long>(
                "select count(*) from pingmark.cell left join pingmark.run on cell.run = run.id where run.id is null"
            )
        );
        again.Run("drop trigger wait on pingmark.figure");
        (await PushAsync(again)).Prints("1 run stored");
        (await PushAsync(again)).Prints("0 runs stored, 0 runs replaced, 1 run there before");
    }

    [SkippableFact]
    public async Task Who_push_at_the_same_time_make_the_tables_once_and_store_each_run_once()
    {
        using var database = Database();
        var url = DatabaseUrl.Of(database.Url, null)!;
        var pushed = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(PushAsync)));
        Assert.Equal(5, pushed.SelectMany(all => all).Count(one => one == Pushed.Stored));
        Assert.Equal(15, pushed.SelectMany(all => all).Count(one => one == Pushed.WasThere));

        async Task<List<Pushed>> PushAsync()
        {
            await using var open = await HistoryDatabase.OpenAsync(url, CancellationToken.None);
            await open.PrepareAsync(CancellationToken.None);
            var became = new List<Pushed>();
            for (var number = 1; number <= 5; number++)
                became.Add(await open.PushAsync(new($"run-{number}", Run(number)), CancellationToken.None));
            return became;
        }
    }

    [SkippableFact]
    public async Task A_password_comes_from_the_environment_and_is_never_said()
    {
        using var database = Database();
        database.Run($"create role {PostgreSqlServer.Guarded} login superuser password '{PostgreSqlServer.Password}'");
        Write("runs/run", Run(1));
        var url = database.Of(PostgreSqlServer.Guarded);
        var secret = Uri.EscapeDataString(PostgreSqlServer.Password);
        var whole = url.Replace("@/", $":{secret}@/", StringComparison.Ordinal);
        string[] push = ["history", "push", "--db"];

        AssertSilent((await RunAsync([.. push, url])).Exits(2).Complains("can't be used"));
        AssertSilent((await RunAsync([.. push, whole])).Exits(2).Complains("a password on a command line"));
        AssertSilent((await RunAsync("history", "push", whole)).Exits(2));
        Variables["PGPASSWORD"] = PostgreSqlServer.Password;
        (await RunAsync([.. push, url])).Exits(0).Prints("1 run stored");
        Variables["PGPASSWORD"] = "wrong";
        AssertSilent((await RunAsync([.. push, url])).Exits(2).Complains("password authentication failed"));
        Variables["PGPASSWORD"] = null;
        Variables[Pingmark.Variables.Database.Name] = whole;
        (await RunAsync("history", "push")).Exits(0).Prints("1 run there before");
        (await RunAsync("history", "list")).Exits(0).Prints("mock");
        (await RunAsync("history", "list", "--runs", "nowhere")).Exits(2).Complains("nowhere holds no runs");

        static void AssertSilent(CommandResult result)
        {
            Assert.DoesNotContain(PostgreSqlServer.Password, result.ToString());
            Assert.DoesNotContain(Uri.EscapeDataString(PostgreSqlServer.Password), result.ToString());
        }
    }

    [SkippableFact]
    public async Task What_is_no_database_of_runs_is_bad_input()
    {
        using var database = Database();
        Directory.CreateDirectory(Folder["runs"]);
        string[] list = ["history", "list", "--db"];
        (await RunAsync([.. list, database.Url])).Exits(2).Complains("holds no runs of pingmark");
        (await RunAsync("history", "push")).Exits(2).Complains("no database is named");
        (await RunAsync([.. list, "postgres://a@[::1]:1/b"])).Exits(2).Complains("b on ::1:1 can't be used").Within(5);
        (await RunAsync([.. list, database.Url, "--runs", "runs"])).Exits(2).Complains("give one of them");
        (await PushAsync(database)).Prints("0 runs stored");
        (await RunAsync([.. list, database.Url])).Exits(0).Prints("no runs are here");
        database.Run("insert into pingmark.migration (version) values (99)");
        (await RunAsync([.. list, database.Url])).Exits(2).Complains("of a later pingmark (version 99");
        (await RunAsync("history", "push", "--db", database.Url)).Exits(2).Complains("of a later pingmark");
    }

    [SkippableFact]
    public async Task The_trend_of_many_runs_is_told_at_once()
    {
        using var database = Database();
        (await PushAsync(database, Write("runs/run", Run(1)))).Prints("1 run stored");
        ManyRuns.Make(database, 300);
        (await RunAsync("history", "trend", "--db", database.Url))
            .Exits(0)
            .Prints("in the last of 300 runs", "slower")
            .Within(10);
    }

    private TestDatabase Database()
    {
        Skip.If(server.Lacks is not null, server.Lacks);
        return server.Create();
    }

    /// <summary>What a folder and a database say of the same runs, in all commands.</summary>
    private async Task<CommandResult> SameAnswersAsync(TestDatabase database, string stack)
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

    private Task<CommandResult> PushAsync(TestDatabase database, string runs = "runs") =>
        RunAsync("history", "push", "--db", database.Url, "--runs", runs);

    /// <returns>The folder of runs that it is in.</returns>
    private string Write(string folder, Summary summary)
    {
        Folder.Write($"{folder}/run.json", "{}");
        Folder.Write($"{folder}/summary.json", SummaryJson.Serialize(summary));
        return folder.Split('/')[0];
    }

    /// <summary>From the sixth on one stack is a third slower, with a new version.</summary>
    private static Summary Run(int number)
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
                    Metric.Throughput.Of(cell) is not { } rate
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
