namespace Pingmark.EndToEndTests;

/// <summary>Databases that say nothing, at whatever point, and those that are only slow.</summary>
[Trait("Gate", "no")]
public sealed class HistorySilenceTests(PostgreSqlServer server) : HistoryUser(server)
{
    private const int MostS = 10;

    [SkippableTheory]
    [Fault(
        "a database says nothing: to a connection, after it, in the TLS handshake, to the login",
        "it is named with its port, how far it came, and what to look at",
        2,
        15
    )]
    [InlineData(Silence.Connection, "list", "does not answer a connection; is that its address and port")]
    [InlineData(Silence.Greeting, "trend", "not even whether it speaks TLS; is that PostgreSQL")]
    [InlineData(Silence.Handshake, "push", "says nothing in the TLS handshake")]
    [InlineData(Silence.Login, "list", "says nothing to the login")]
    [InlineData(Silence.Login, "list", "says nothing to the login", false)]
    public async Task Who_says_nothing_is_told_of(Silence silence, string command, string words, bool speaksTls = true)
    {
        using var door = new DatabaseDoor(null, silentFrom: silence) { SpeaksTls = speaksTls };
        Directory.CreateDirectory(Folder["runs/none"]);
        (await RunAsync("history", command, "--db", door.Url("me", options: "?connect_timeout=3")))
            .Exits(2)
            .Complains($"nowhere on 127.0.0.1:{door.Port} can't be used: for 3 s it ", words, "connect_timeout=SECONDS")
            .Within(MostS);
    }

    [SkippableFact]
    public async Task Without_a_time_in_the_url_it_is_not_long_either()
    {
        using var door = new DatabaseDoor(null, silentFrom: Silence.Handshake) { SpeaksTls = true };
        (await RunAsync("history", "show", "x", "--db", door.Url("me"))).Exits(2).Complains("handshake").Within(MostS);
        (await RunAsync("history", "list", "--db", door.Url("me", options: "?connect_timeout=0")))
            .Exits(2)
            .Complains("connect_timeout that is no time");
    }

    [SkippableTheory]
    [Fault(
        "Ctrl-C while a database says nothing, at whatever point",
        "it ends at once, and leaves behind what it waited for",
        130,
        2,
        IsTimedByTest = true
    )]
    [InlineData(Silence.Connection)]
    [InlineData(Silence.Greeting)]
    [InlineData(Silence.Handshake)]
    [InlineData(Silence.Login)]
    public async Task Ctrl_C_ends_the_waiting(Silence silence)
    {
        using var door = new DatabaseDoor(null, silentFrom: silence) { SpeaksTls = true };
        var url = door.Url("me", options: "?connect_timeout=300");
        await using var list = await StartAsync("history", "list", "--db", url);
        await list.UntilAsync(() => silence == Silence.Connection ? TcpConnections.IsAsking(list.Pid) : door.Taken > 0);
        list.Signal(Signals.Interrupt);
        (await list.EndAsync(2)).Exits(130).Complains("interrupted");
    }

    [SkippableFact]
    [Fault("Ctrl-C while a statement waits for another's lock", "it ends at once", 130, 2, IsTimedByTest = true)]
    public async Task Ctrl_C_ends_a_statement()
    {
        using var database = await LockedAsync();
        await using var list = await StartAsync("history", "list", "--db", database.Url);
        await database.WaitingAsync();
        list.Signal(Signals.Interrupt);
        (await list.EndAsync(2)).Exits(130).Complains("interrupted");
    }

    [SkippableFact]
    [Fault(
        "the server's process is stopped (SIGSTOP) in the middle of a statement",
        "given up: the server would have ended the statement by itself",
        1,
        10,
        IsTimedByTest = true
    )]
    public async Task A_server_that_is_stopped_is_given_up()
    {
        using var database = await LockedAsync();
        var list = RunAsync("history", "list", "--db", database.Url);
        var process = await database.WaitingAsync();
        Signals.Send(process, Signals.Stop);
        try
        {
            (await list).Exits(1).Complains("has said nothing to a statement", "is it stopped").Within(MostS);
        }
        finally
        {
            Signals.Send(process, Signals.Continue);
        }
    }

    [SkippableFact]
    [Fault(
        "a statement waits for another's lock longer than the server is given at first",
        "it is begun anew with more time, and answers",
        0,
        60
    )]
    public async Task A_server_that_is_slow_is_waited_for()
    {
        using var database = await LockedAsync();
        var list = RunAsync("history", "list", "--db", database.Url);
        await database.WaitingAsync();
        // Of its process the second transaction that waits.
        var first = Began();
        await Eventually.TrueAsync(() => Began() > first, Patience.For(20), () => "it was begun anew");
        database.Run("commit");
        (await list).Exits(0).Prints("mock");

        DateTime Began()
        {
            database.Run("select pg_stat_clear_snapshot()");
            return database.One<DateTime>(
                "select coalesce(max(xact_start), '-infinity') from pg_stat_activity where wait_event_type = 'Lock' "
                    + "and datname = current_database()"
            );
        }
    }

    [SkippableFact]
    [Fault("a database ends in the middle of an answer", "told, without a trace", 1, 10)]
    public async Task An_answer_that_is_cut_off_is_told_of()
    {
        using var database = Database();
        (await PushAsync(database, Write("runs/run", Run(1)))).Prints("1 run new");
        using var door = new DatabaseDoor(database) { CutsAnswerTo = "pingmark.run" };
        (await RunAsync("history", "list", "--db", door.Url(PostgreSqlServer.Owner)))
            .Exits(1)
            .Complains($"{database.Name} on 127.0.0.1:{door.Port} failed: ");
    }

    /// <summary>With a run, and a lock that nobody else gets past until its transaction ends.</summary>
    private async Task<TestDatabase> LockedAsync()
    {
        var database = Database();
        (await PushAsync(database, Write("runs/run", Run(1)))).Prints("1 run new");
        database.Run("begin; lock table pingmark.run in access exclusive mode");
        return database;
    }
}
