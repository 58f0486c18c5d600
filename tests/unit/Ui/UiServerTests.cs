using System.Net;
using Pingmark.EndToEndTests.Harness;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Ui;
using Xunit;

namespace Pingmark.Tests.Ui;

public sealed class UiServerTests
{
    [Fact]
    [Fault("Ctrl-C of `ui` with half requests and open event streams", "it ends, and waits for none of them", 0, 5)]
    public async Task It_ends_whoever_is_connected()
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
        using var watcher = new Caller(server);
        Assert.True(watcher.Ask("GET /live/going/events"));
        Assert.Contains("It is being measured.", watcher.Hear("It is being measured."));
        using var half = new Caller(server);
        half.Say("GET / HTTP/1.1\r\nHo");
        using var halfForm = new Caller(server);
        halfForm.Ask("POST /start", "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n");
        await cancel.CancelAsync();
        await ended.WaitAsync(Patience.For(10));
    }
}
