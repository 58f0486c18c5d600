using Pingmark.History.Database;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Reports;

namespace Pingmark.EndToEndTests;

/// <summary>The runs of a team in a PostgreSQL.</summary>
[Trait("Gate", "no")]
public sealed class HistoryDatabaseTests(PostgreSqlServer server) : HistoryUser(server)
{
    [SkippableFact]
    public async Task A_database_answers_as_the_folder_does_whose_runs_it_stores_once()
    {
        using var database = Database();
        for (var number = 1; number <= 9; number++)
            Write($"runs/run-{number}", Run(number));
        (await PushAsync(database)).Prints("9 runs new, 0 runs newer, 0 runs the same, 0 runs older");
        (await PushAsync(database)).Prints("0 runs new, 0 runs newer, 9 runs the same, 0 runs older");
        Assert.Equal(9, database.One<long>("select count(*) from pingmark.run"));
        Assert.Contains("slower; server 17 -> 18", (await SameAnswersAsync(database, Slower)).Output);
    }

    /// <summary>The whole summary is stored, and no figure of theirs.</summary>
    [SkippableFact]
    public async Task Figures_of_crowded_cells_are_not_stored_and_each_answer_says_so()
    {
        using var database = Database();
        var run = Run(2);
        Write("runs/run-1", Run(1));
        Write("runs/run-2", run with { Cells = [.. run.Cells.Select(cell => cell with { Crowded = true })] });
        var (measured, all) = (run.Cells.Count(cell => cell.Status == CellStatus.Ok), run.Cells.Count);
        var said =
            $"left out of run-2: others had the cores of {all} of its {all} cells, and their figures are left out";
        (await PushAsync(database)).Prints("2 runs new", said);
        Assert.Equal(measured, database.One<long>("select count(*) from pingmark.cell"));
        foreach (var question in new string[][] { ["list"], ["show", Slower], ["trend"] })
            Assert.Contains(
                said.Replace(" ", ""),
                (await RunAsync(["history", .. question, "--db", database.Url]))
                    .Exits(0)
                    .Output.Replace(" ", "")
                    .Replace("\n", "")
            );
    }

    [SkippableFact]
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
        (await PushAsync(database)).Prints("4 runs new");
        await SameAnswersAsync(database, names[0]);
        (await RunAsync("history", "show", names[1], "--db", database.Url)).Exits(0).Prints("drop schema pingmark");
        Assert.Equal(4, database.One<long>("select count(*) from pingmark.run"));
    }

    [SkippableFact]
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
        Signals.Send(await database.WaitingAsync(), Signals.Kill);
        (await push).Exits(1).Complains("failed: ", "a run is stored as a whole or not at all");

        await Eventually.TrueAsync(() => database.HasGone, Patience.For(10), () => "the server ended what else it had");
        Server.WaitUntilItServes();
        using var again = database.Again();
        Assert.Equal(1, again.One<long>("select count(*) from pingmark.run"));
        Assert.Equal(
            0,
            again.One<long>(
                "select count(*) from pingmark.cell left join pingmark.run on cell.run = run.id where run.id is null"
            )
        );
        again.Run("drop trigger wait on pingmark.figure");
        (await PushAsync(again)).Prints("1 run new");
        (await PushAsync(again)).Prints("0 runs new, 0 runs newer, 1 run the same");
    }

    [SkippableFact]
    public async Task A_password_comes_from_the_environment_and_is_never_said()
    {
        using var database = Database();
        database.AddRole(PostgreSqlServer.Guarded);
        Write("runs/run", Run(1));
        var url = database.Of(PostgreSqlServer.Guarded);
        var secret = Uri.EscapeDataString(PostgreSqlServer.Password);
        var whole = url.Replace("@/", $":{secret}@/", StringComparison.Ordinal);
        string[] push = ["history", "push", "--db"];

        AssertSilent((await RunAsync([.. push, url])).Exits(2).Complains("can't be used"));
        AssertSilent((await RunAsync([.. push, whole])).Exits(2).Complains("a password on a command line"));
        AssertSilent((await RunAsync("history", "push", whole)).Exits(2));
        Variables["PGPASSWORD"] = PostgreSqlServer.Password;
        (await RunAsync([.. push, url])).Exits(0).Prints("1 run new");
        Variables["PGPASSWORD"] = "wrong";
        AssertSilent((await RunAsync([.. push, url])).Exits(2).Complains("password authentication failed"));
        Variables["PGPASSWORD"] = null;
        Variables[Pingmark.Variables.Database.Name] = whole;
        (await RunAsync("history", "push")).Exits(0).Prints("1 run the same");
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
        (await PushAsync(database)).Prints("0 runs new");
        (await RunAsync([.. list, database.Url])).Exits(0).Prints("no runs are here");
        database.Run("insert into pingmark.migration (version) values (99)");
        (await RunAsync([.. list, database.Url])).Exits(2).Complains("have version 99");
        (await RunAsync("history", "push", "--db", database.Url)).Exits(2).Complains("have version 99");
        database.Run("delete from pingmark.migration where version = 99; drop table pingmark.run cascade");
        (await RunAsync([.. list, database.Url])).Exits(1).Complains("\"pingmark.run\" does not exist");
    }

    /// <summary>Somebody else made them.</summary>
    [SkippableFact]
    public async Task Damaged_rows_are_left_out_and_named()
    {
        using var database = Database();
        for (var number = 1; number <= 4; number++)
            Write($"runs/run-{number}", Run(number));
        (await PushAsync(database)).Exits(0);
        database.Run(
            """
            update pingmark.run set about = '[]' where id = 1;
            update pingmark.run set about = 'null' where id = 2;
            update pingmark.series set key = '{"stack":null}' where id = 1;
            update pingmark.cell set versions = '{"server":null}' where run = 3;
            update pingmark.figure set value = 'NaN', ci_low = 'infinity' where run = 4;
            """
        );
        (await RunAsync("history", "list", "--db", database.Url))
            .Exits(0)
            .Prints("run-3", "run-4", "run 1: damaged about", "run 2: about is null");
        (await RunAsync("history", "trend", "--db", database.Url))
            .Exits(0)
            .Prints("series 1: damaged key", "damaged versions", "nothing can be told");
    }
}
