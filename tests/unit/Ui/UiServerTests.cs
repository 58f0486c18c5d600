using System.Net;
using Pingmark.EndToEndTests.Harness;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Ui;
using Xunit;

namespace Pingmark.Tests.Ui;

/// <summary>The server under strangers' connections, of which none ends by a deadline: what keeps others out, or the
/// server alive, would do so for good.</summary>
[Trait("Gate", "no")]
public sealed class UiServerTests : IAsyncLifetime, IDisposable
{
    private const int Many = 5 * ConnectionLimits.MostStrangers;
    private const string Form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n",
        Idle = "",
        HalfHead = "GET / HTTP/1.1\r\nHo",
        HalfBody = "HALF";

    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _cancel = new();
    private readonly List<Caller> _callers = [];
    private Task _ended = Task.CompletedTask;
    private Uri _server = null!;

    public async Task InitializeAsync()
    {
        var listening = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        _ended = UiServer.RunAsync(
            new(_folder.Path, IPAddress.Loopback, Port: 0, ["false"], []),
            new(TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(10)),
            listening.SetResult,
            _ => { },
            _cancel.Token
        );
        _server = new(await await Task.WhenAny(listening.Task, _ended.ContinueWith(_ => "", TaskScheduler.Default)));
    }

    [Theory]
    [InlineData(Idle)]
    [InlineData(HalfHead)]
    [InlineData(HalfBody)]
    public void Strangers_do_not_keep_a_reader_out(string said)
    {
        for (var n = 0; n < Many; n++)
        {
            Stranger(said);
            if (n % 8 == 0)
                Assert.Equal(200, Status(Call(), "GET /"));
        }
    }

    [Fact]
    public void Who_was_answered_before_keeps_the_connection()
    {
        var reader = Call();
        Assert.Equal(200, Status(reader, "GET /live/x"));
        Strangers("127.0.0.1");
        Assert.Equal(200, Status(reader, "GET /live/x"));
    }

    /// <summary>On a network he is slower than those who do nothing else.</summary>
    [Fact]
    public void Strangers_of_one_network_close_their_own_connections_alone()
    {
        var reader = Call("127.0.0.3");
        Assert.True(reader.Say(HalfHead));
        Strangers("127.0.0.2");
        Assert.True(reader.Say($"st: {_server.Authority}\r\n\r\n"));
        Assert.StartsWith("HTTP/1.1 200", reader.Hear());
    }

    [Fact]
    public void Too_many_watchers_are_told_so()
    {
        using var run = Going();
        var watchers = Enumerable.Range(0, ConnectionLimits.MostAnswered).Select(_ => Watch()).ToList();
        var reader = Call();
        reader.Ask("GET /");
        var refused = reader.Hear("</html>");
        Assert.StartsWith("HTTP/1.1 429", refused);
        Assert.Contains("\r\nRetry-After: 10\r\n", refused);
        Assert.Contains("close pages that watch a run", refused);
        Assert.Equal(200, Status(Call("127.0.0.2"), "GET /"));
        watchers[0].Dispose();
        var deadline = DateTime.UtcNow + Patience.For(10);
        while (Status(Call(), "GET /") is var status && status != 200)
            Assert.True(status == 429 && DateTime.UtcNow < deadline, $"{status}");
    }

    [Fact]
    public async Task It_ends_whoever_is_connected()
    {
        using var run = Going();
        Watch();
        foreach (var said in new[] { Idle, HalfHead, HalfBody })
            Stranger(said);
        var kept = Call();
        Assert.Equal(200, Status(kept, "GET /live/x"));
        Assert.True(kept.Say(HalfHead));
        await _cancel.CancelAsync();
        await _ended.WaitAsync(Patience.For(10));
    }

    [Fact]
    public void An_address_that_is_ones_own_choice_makes_nobody_another() =>
        Assert.All<(string Address, string Network)>(
            [
                ("192.0.2.7", "192.0.2.7"),
                ("::ffff:192.0.2.7", "192.0.2.7"),
                ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
                ("::1", "::"),
            ],
            row => Assert.Equal(IPAddress.Parse(row.Network), UiConnection.NetworkOf(IPAddress.Parse(row.Address)))
        );

    private RunFolder Going()
    {
        var run = RunFolder.Create(_folder["going"], Trial.Run(Trial.Cell()));
        run.Append([Trial.Of()]);
        return run;
    }

    private Caller Watch()
    {
        var watcher = Call();
        Assert.True(watcher.Ask("GET /live/going/events"));
        Assert.Contains("It is being measured.", watcher.Hear("It is being measured."));
        return watcher;
    }

    private void Strangers(string from)
    {
        for (var n = 0; n < Many; n++)
            Stranger(HalfHead, from);
        // Whoever was taken before this one has been seen.
        Assert.Equal(200, Status(Call(from), "GET /live/x"));
    }

    private void Stranger(string said, string from = "127.0.0.1")
    {
        var stranger = Call(from);
        if (said == HalfBody)
            stranger.Ask("POST /start", Form);
        else
            stranger.Say(said);
    }

    private Caller Call(string from = "127.0.0.1")
    {
        _callers.Add(new(_server, from));
        return _callers[^1];
    }

    private static int Status(Caller caller, string request)
    {
        Assert.True(caller.Ask(request));
        var heard = caller.Hear("</html>");
        return heard.StartsWith("HTTP/1.1 ", StringComparison.Ordinal) ? int.Parse(heard.AsSpan(9, 3)) : 0;
    }

    public async Task DisposeAsync()
    {
        _callers.ForEach(caller => caller.Dispose());
        await _cancel.CancelAsync();
        await _ended.WaitAsync(Patience.For(10));
    }

    public void Dispose()
    {
        _cancel.Dispose();
        _folder.Dispose();
    }
}
