using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using Pingmark.Tests.Ui;
using Pingmark.Ui;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Pingmark.Hostile.Tests.Ui;

/// <summary>Whatever is asked of the server of runs, it answers, with no defect of its own, and goes on.</summary>
public sealed partial class MadeUpRequestTests(ITestOutputHelper output) : FolderUser
{
    private const int Usual = 600;

    private static readonly int[] Expected = [200, 303, 400, 403, 404, 405, 415];

    [Fact]
    [Fault(
        "made-up requests to `ui`, 600 in `./test everything`",
        "each is answered or refused with words, and nothing is a defect",
        -1,
        30
    )]
    public async Task A_request_is_answered_or_refused()
    {
        using var cancel = new CancellationTokenSource();
        var listening = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = UiServer.RunAsync(
            new(Folder.Path, IPAddress.Loopback, Port: 0, ["true"], ["quick"]),
            url => listening.SetResult(new(url)),
            _ => { },
            cancel.Token
        );
        try
        {
            await Task.WhenAny(listening.Task, ended);
            AskAll(await listening.Task, Cases.Scaled(Usual));
        }
        finally
        {
            await cancel.CancelAsync();
            await ended.WaitAsync(Patience.For(10));
        }
    }

    private void AskAll(Uri server, long all)
    {
        var word = Word().Match(Answer(server, "")).Groups[1].Value;
        var (statuses, first) = (new SortedDictionary<int, int>(), Cases.Seed());
        for (var number = 0; number < all; number++)
        {
            var status = StatusOf(new Case(unchecked(first + number)), server, word);
            statuses[status] = statuses.GetValueOrDefault(status) + 1;
        }
        output.WriteLine(string.Join(", ", statuses.Select(one => $"{one.Key}: {one.Value}")));
        Tally.Add("made-up requests to `ui`", all, all);
        // Requests that are all refused for the same reason show nothing of the rest.
        if (all >= Usual)
            Assert.Empty(Expected.Except(statuses.Keys));
    }

    /// <summary>Zero: the connection was closed without a word.</summary>
    private static int StatusOf(Case made, Uri server, string word)
    {
        try
        {
            var heard = Answer(server, made.Keep(HttpRequests.MadeUp(made, server.Authority, word)));
            Assert.DoesNotContain("a defect of pingmark", heard);
            var status = Status().Match(heard) is { Success: true } said ? int.Parse(said.Groups[1].ValueSpan) : 0;
            Assert.NotEqual(500, status);
            return status;
        }
        catch (Exception e) when (e is XunitException or SocketException)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}\n{made.Made}", e);
        }
    }

    /// <summary>The last request is a whole one, whose answer ends the connection; what the one before lacks, it takes
    /// of this one.</summary>
    private static string Answer(Uri server, string request)
    {
        using var caller = new Caller(server);
        if (caller.Say(request))
            caller.Say($"\r\n\r\nGET / HTTP/1.1\r\nHost: {server.Authority}\r\nConnection: close\r\n\r\n");
        return caller.Hear(until: "");
    }

    [GeneratedRegex("^HTTP/1.1 ([1-9][0-9]{2}) ")]
    private static partial Regex Status();

    [GeneratedRegex("name=\"form\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Word();
}
