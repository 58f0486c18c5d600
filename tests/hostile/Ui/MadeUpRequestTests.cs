using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using Pingmark.Tests.Ui;
using Pingmark.Ui;
using Xunit.Sdk;

namespace Pingmark.Hostile.Tests.Ui;

/// <summary>Whatever is asked of the server of runs, it answers, with no defect of its own, and goes on.</summary>
public sealed partial class MadeUpRequestTests : FolderUser
{
    private static readonly string[] Paths =
    [
        .. HostileValues.Words(
            """
            / /run/run /live/run /live/run/events /compare?baseline=run&run=run /trend /start /stop * // /run/%00
            /run/%ff%fe /run/%ed%a0%80 /run/..%2f..%2fetc%2fpasswd /run/../../etc/passwd /run/% /live/%0d%0aa:%20b
            http://evil.example/ /?token=%00 /compare?baseline=%00&run=%00 /compare?run[]=run&baseline
            /compare?%ff&&==&%
            """
        ),
        "/run/\0",
        "/live/" + new string('a', 7_000),
    ];

    private static readonly string[] Headers =
    [
        "Host: evil.example",
        "Origin: null",
        "Sec-Fetch-Site: cross-site",
        "Cookie: =;;;=; pingmark-80; a=\0",
        "Content-Length: -1",
        "Content-Length: 1000000000",
        "Transfer-Encoding: gzip, chunked",
        "Content-Type: application/x-www-form-urlencoded; charset=utf-7",
        "Content-Encoding: gzip",
        "Connection: upgrade\r\nUpgrade: websocket",
        "no header",
    ];

    private static readonly string[] Fields = ["form", "suite", "budget", "stacks", "run", "", "[]", "%00"];

    [Fact]
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
            var server = await listening.Task;
            var form = Form().Match(Answer(server, "")).Groups[1].Value;
            for (var (number, first) = (0, Cases.Seed()); number < Cases.Scaled(600); number++)
                Ask(new Case(unchecked(first + number)), server, form);
        }
        finally
        {
            await cancel.CancelAsync();
            await ended.WaitAsync(Patience.For(10));
        }
    }

    private static void Ask(Case made, Uri server, string form)
    {
        try
        {
            var heard = Answer(server, made.Keep(Request(made, server.Authority, form)));
            Assert.DoesNotContain("a defect of pingmark", heard);
            Assert.False(heard.StartsWith("HTTP/1.1 500", StringComparison.Ordinal), heard);
        }
        catch (Exception e) when (e is XunitException or SocketException)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}\n{made.Made}", e);
        }
    }

    /// <summary>A whole request, in which some places are not what they should be. Each character is a byte.</summary>
    private static string Request(Case made, string host, string form)
    {
        var method = made.InPercent(10) ? made.One(["HEAD", "OPTIONS", "PUT", "G\0T", ""]) : made.One(["GET", "POST"]);
        var fields = new List<string> { $"form={form}", "suite=quick" };
        while (made.InPercent(60))
            fields.Add($"{made.One(Fields)}={Uri.EscapeDataString(made.One(HostileValues.Scalars))}");
        var body = method == "POST" ? string.Join('&', fields) : "";
        var path = method == "POST" && made.InPercent(70) ? made.One(["/start", "/stop"]) : made.One(Paths);
        var headers = $"Host: {host}\r\nContent-Length: {body.Length}\r\n";
        if (made.InPercent(90))
            headers += "Content-Type: application/x-www-form-urlencoded\r\n";
        while (made.InPercent(30))
            headers += made.One(Headers) + "\r\n";
        var text = $"{method} {path} HTTP/1.1\r\n{headers}\r\n{body}";
        while (made.InPercent(10))
            text = text.Remove(made.Random.Next(text.Length), 1).Insert(0, made.InPercent(50) ? "\u00ff" : "");
        return text;
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

    [GeneratedRegex("name=\"form\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Form();
}
