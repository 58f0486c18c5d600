using System.Net;
using Pingmark.EndToEndTests.Harness;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Ui;
using Xunit;

namespace Pingmark.Tests.Ui;

public sealed class UiServerTests : IDisposable
{
    private const int StrangersOfAKind = 50;
    private const string HalfHead = "GET / HTTP/1.1\r\nHo";

    private readonly List<Caller> _callers = [];

    /// <summary>Those who are idle, who send half a request or half a form, and who watch a run.</summary>
    [Fact]
    public async Task Strangers_neither_keep_a_reader_out_nor_delay_the_end()
    {
        using var folder = new TemporaryFolder();
        using var run = RunFolder.Create(folder["going"], Trial.Run(Trial.Cell()));
        run.Append([Trial.Of()]);
        using var cancel = new CancellationTokenSource();
        var listening = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = UiServer.RunAsync(
            new(folder.Path, IPAddress.Loopback, Port: 0, ["false"], []),
            listening.SetResult,
            _ => { },
            cancel.Token
        );
        var server = new Uri(await listening.Task.WaitAsync(Patience.For(10)));
        var watcher = Call(server);
        Assert.True(watcher.Ask("GET /live/going/events"));
        Assert.Contains("It is being measured.", watcher.Hear("It is being measured."));
        var kept = Call(server);
        AssertAnswers(kept);
        for (var n = 0; n < StrangersOfAKind; n++)
        {
            Call(server);
            Call(server).Say(HalfHead);
            Call(server)
                .Ask("POST /start", "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n");
        }
        AssertAnswers(Call(server));
        AssertAnswers(kept);
        Assert.True(kept.Say(HalfHead));
        await cancel.CancelAsync();
        await ended.WaitAsync(Patience.For(10));
    }

    private Caller Call(Uri server)
    {
        _callers.Add(new(server));
        return _callers[^1];
    }

    private static void AssertAnswers(Caller reader)
    {
        Assert.True(reader.Ask("GET /live/x"));
        // An answer in chunks ends with an empty one.
        Assert.StartsWith("HTTP/1.1 200", reader.Hear("\r\n0\r\n\r\n"));
    }

    public void Dispose() => _callers.ForEach(caller => caller.Dispose());
}
