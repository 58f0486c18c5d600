namespace Pingmark.EndToEndTests;

/// <summary>Databases that say nothing, at whatever point, and those that are only slow.</summary>
[Trait("Gate", "no")]
public sealed class HistorySilenceTests(PostgreSqlServer server) : HistoryUser(server)
{
    private const int MostS = 10;

    [SkippableTheory]
    [Fault(
        "a database says nothing: to a connection, after it, in the TLS handshake, to the login",
        "it is named with its port, and what to look at",
        2,
        15
    )]
    [InlineData(Silence.Connection, "list")]
    [InlineData(Silence.Greeting, "trend")]
    [InlineData(Silence.Handshake, "push")]
    [InlineData(Silence.Login, "list")]
    [InlineData(Silence.Login, "list", false)]
    public async Task A_silent_server_is_reported(Silence silence, string command, bool speaksTls = true)
    {
        using var door = new DatabaseDoor(null, silentFrom: silence) { SpeaksTls = speaksTls };
        Directory.CreateDirectory(Folder["runs/none"]);
        (await RunAsync("history", command, "--db", door.Url("me", options: "?connect_timeout=3")))
            .Exits(2)
            .Complains(
                $"nowhere on 127.0.0.1:{door.Port} can't be used: it did not answer within 3 s",
                "connect_timeout=SECONDS"
            )
            .Within(MostS);
    }

    [SkippableFact]
    public async Task The_time_to_connect_is_short_by_default_and_at_least_a_second()
    {
        using var door = new DatabaseDoor(null, silentFrom: Silence.Handshake) { SpeaksTls = true };
        (await RunAsync("history", "show", "x", "--db", door.Url("me"))).Exits(2).Complains("within 7 s").Within(MostS);
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
    [Fault("a statement waits for another's lock for some seconds", "it waits as long, and answers", 0, 60)]
    public async Task A_slow_server_is_waited_for()
    {
        using var database = await LockedAsync();
        var list = RunAsync("history", "list", "--db", database.Url);
        await database.WaitingAsync();
        await Task.Delay(TimeSpan.FromSeconds(4));
        database.Run("commit");
        (await list).Exits(0).Prints("mock");
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
