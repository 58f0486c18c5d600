using System.Net;

namespace Pingmark.EndToEndTests;

/// <summary>What a connection to a database goes through: TLS, or the clear.</summary>
[Trait("Gate", "no")]
public sealed class HistoryTlsTests : HistoryUser
{
    public HistoryTlsTests(PostgreSqlServer server)
        : base(server) => Variables["PGPASSWORD"] = PostgreSqlServer.Password;

    [SkippableTheory]
    [InlineData("")]
    [InlineData("?sslmode=prefer")]
    [InlineData("?sslmode=allow")]
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

    [SkippableTheory]
    [InlineData("")]
    [InlineData("?sslmode=disable")]
    public async Task No_password_goes_over_a_network_in_clear_text(string options)
    {
        using var database = await StoredAsync();
        var (host, address) = OtherName();
        using var door = new DatabaseDoor(database, address);
        var list = (await ListAsync(door.Url(PostgreSqlServer.Telling, host, options)))
            .Exits(2)
            .Complains("asks for the password in clear text", "sslmode=verify-full");
        Assert.DoesNotContain(PostgreSqlServer.Password, list.ToString());
    }

    [SkippableFact]
    public async Task With_sslmode_require_a_password_goes_over_TLS()
    {
        using var database = await StoredAsync();
        var (host, address) = OtherName();
        using var door = new DatabaseDoor(database, address) { SpeaksTls = true };
        (await ListAsync(door.Url(PostgreSqlServer.Telling, host, "?sslmode=require"))).Exits(0).Prints("mock");
    }

    [SkippableFact]
    public async Task Nothing_is_told_where_nobody_could_read_a_password()
    {
        using var database = await StoredAsync();
        var (host, address) = OtherName();
        using var other = new DatabaseDoor(database, address);
        using var here = new DatabaseDoor(database);
        foreach (
            var url in new[]
            {
                other.Url(PostgreSqlServer.Guarded, host),
                here.Url(PostgreSqlServer.Telling),
                database.Of(PostgreSqlServer.Telling),
            }
        )
            Assert.Equal("", (await ListAsync(url)).Exits(0).Errors);
    }

    [SkippableFact]
    public async Task A_database_that_says_nothing_is_named_and_ctrl_C_ends_the_waiting()
    {
        using var door = new DatabaseDoor(null);
        (await ListAsync(door.Url("me", options: "?connect_timeout=3")))
            .Exits(2)
            .Complains($"nowhere on 127.0.0.1:{door.Port} can't be used: it did not answer within 3 s", "the firewall")
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
        var name = File.ReadLines("/etc/hosts")
            .SelectMany(line => line.Split('#')[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Skip(1))
            .FirstOrDefault(name => name != "localhost" && Addresses(name) is [var one] && IPAddress.IsLoopback(one));
        Skip.If(name is null, "/etc/hosts has no other name of loopback than localhost");
        return (name!, Addresses(name!)[0]);
    }

    private static IPAddress[] Addresses(string name)
    {
        try
        {
            return Dns.GetHostAddresses(name);
        }
        catch (System.Net.Sockets.SocketException)
        {
            return [];
        }
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
