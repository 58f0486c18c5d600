using System.Net;

namespace Pingmark.EndToEndTests;

/// <summary>What a connection to a database goes through: TLS, the clear, or nothing.</summary>
[Trait("Gate", "no")]
public sealed class HistoryTlsTests : HistoryUser
{
    private const string Warning = "is not encrypted, and it asks for the password in clear text";

    public HistoryTlsTests(PostgreSqlServer server)
        : base(server) => Variables["PGPASSWORD"] = PostgreSqlServer.Password;

    [SkippableTheory]
    [InlineData("")]
    [InlineData("?sslmode=require")]
    public async Task Who_speaks_TLS_is_spoken_to_in_TLS(string options)
    {
        using var database = await StoredAsync();
        using var door = new DatabaseDoor(database) { SpeaksTls = true };
        var list = await ListAsync(door.Url(PostgreSqlServer.Telling, options: options));
        list.Exits(0).Prints("mock");
        Assert.Equal((1, 0, ""), (door.Encrypted, door.InClear, list.Errors));
    }

    [SkippableTheory]
    [InlineData("require")]
    [InlineData("verify-full")]
    public async Task Who_asks_for_TLS_gets_it_or_nothing(string mode)
    {
        using var database = await StoredAsync();
        using var door = new DatabaseDoor(database);
        (await ListAsync(door.Url(PostgreSqlServer.Telling, options: $"?sslmode={mode}")))
            .Exits(2)
            .Complains("it speaks no TLS, which the sslmode of the URL asks for");
        Assert.Equal((1, 0), (door.Taken, door.InClear));
    }

    [SkippableFact]
    public async Task A_password_in_clear_is_told_of_before_it_goes()
    {
        using var database = await StoredAsync();
        var (host, address) = OtherName();
        using var door = new DatabaseDoor(database, address);
        var list = (await ListAsync(door.Url(PostgreSqlServer.Telling, host))).Exits(0).Prints("mock");
        list.Complains(
            $"warning: the connection to {database.Name} on {host}:{door.Port} {Warning}",
            "sslmode=verify-full"
        );
        Assert.DoesNotContain(PostgreSqlServer.Password, list.ToString());
        // Nobody could read it here, and who proves that he knows it does not say it.
        using var here = new DatabaseDoor(database);
        Assert.Equal("", (await ListAsync(here.Url(PostgreSqlServer.Telling))).Exits(0).Errors);
        Assert.Equal("", (await ListAsync(door.Url(PostgreSqlServer.Guarded, host))).Exits(0).Errors);
    }

    [SkippableFact]
    public async Task A_database_that_says_nothing_is_named_and_ctrl_C_ends_the_waiting()
    {
        using var door = new DatabaseDoor(null);
        (await ListAsync(door.Url("me", options: "?connect_timeout=3")))
            .Exits(2)
            .Complains($"nowhere on 127.0.0.1:{door.Port} can't be used: for 3 s it ", "is that PostgreSQL")
            .Within(10);
        var taken = door.Taken;
        await using var list = await StartAsync(
            "history",
            "list",
            "--db",
            door.Url("me", options: "?connect_timeout=300")
        );
        await list.UntilAsync(() => door.Taken > taken);
        list.Signal(Signals.Interrupt);
        (await list.EndAsync(2)).Exits(130).Complains("interrupted");
    }

    private Task<CommandResult> ListAsync(string url) => RunAsync("history", "list", "--db", url);

    /// <summary>A name of loopback that does not say so, as those of other machines don't: ip6-localhost, where the
    /// system has it.</summary>
    private static (string Host, IPAddress Address) OtherName()
    {
        var names = File.ReadLines("/etc/hosts")
            .Select(line => line.Split('#')[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            .Where(words => words.Length > 1 && IPAddress.IsLoopback(IPAddress.Parse(words[0])))
            .SelectMany(words => words.Skip(1).Select(name => (name, IPAddress.Parse(words[0]))))
            .GroupBy(one => one.name);
        var other = names.FirstOrDefault(same => same.Key != "localhost" && same.Count() == 1);
        Skip.If(other is null, "/etc/hosts has no other name of loopback than localhost");
        return other!.Single();
    }

    private async Task<TestDatabase> StoredAsync()
    {
        var database = Database();
        database.AddRole(PostgreSqlServer.Guarded);
        database.AddRole(PostgreSqlServer.Telling);
        (await PushAsync(database, Write("runs/run", Run(1)))).Prints("1 run new");
        return database;
    }
}
