using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Servers that don't echo: of HTTP, and of texts with known answers.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class RequestProbeTests : CommandLineUser
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        Failed = "HTTP/1.1 500 Failed\r\nContent-Length: 0\r\n\r\n",
        NotFound = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        Last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

    internal override IReadOnlyList<string> Needs => ["cpp/requests"];

    [Theory]
    [InlineData(Ok)]
    [InlineData(Chunked)]
    [InlineData(NotFound, "--expect-status", "404")]
    [InlineData(Ok, "--rate", "500/s", "--connections", "2")]
    [InlineData(Ok, "--method", "PUT", "--header", "X-A: b", "--body", "{}", "--in-flight", "4")]
    public async Task A_server_of_http_is_measured(string answer, params string[] more)
    {
        using var server = Http(_ => answer);
        var cell = await MeasureAsync([$"http://{server.EndPoint}/a?b", .. more]);
        Assert.Equal($"http://{server.EndPoint}/a?b", cell.Text("stack"));
        Assert.Equal("cpp/requests", cell.Text("client"));
        Assert.Equal(0, cell.Number("lost"));
        Assert.Equal(0, cell.Number("corrupt"));
        Assert.EndsWith(" /a?b", cell.GetProperty("scenario").Text("question"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_asked_reaches_the_server()
    {
        var heard = new TaskCompletionSource<string>();
        using var server = new SocketServer(
            IPAddress.Loopback,
            isStream: true,
            socket =>
                Answer(
                    new NetworkStream(socket),
                    (request, _) =>
                    {
                        heard.TrySetResult(request);
                        return Ok;
                    }
                )
        );
        await File.WriteAllTextAsync(Path.Combine(Folder.Path, "body"), "1\n");
        await MeasureAsync($"http://{server.EndPoint}/a", "--body", "@body", "--header", "X-A: b");
        Assert.Equal(
            $"POST /a HTTP/1.1\r\nHost: {server.EndPoint}\r\nX-A: b\r\nContent-Length: 2\r\n\r\n1\n",
            await heard.Task
        );
    }

    [Fact]
    public async Task A_wrong_status_is_corrupt()
    {
        using var server = Http(number => number % 10 == 9 ? Failed : Ok);
        var result = await ProbeAsync($"http://{server.EndPoint}/");
        Assert.True(result.Json.Number("corrupt") > 0);
    }

    [Fact]
    public async Task A_status_that_is_wrong_from_the_first_on_ends_it()
    {
        using var server = Http(_ => NotFound);
        (await ProbeAsync($"http://{server.EndPoint}/")).Exits(1).Complains("the server answered with status 404");
    }

    [Fact]
    public async Task A_connection_that_the_server_closes_ends_it()
    {
        using var server = Http(number => number == 4 ? Last : Ok);
        (await ProbeAsync($"http://{server.EndPoint}/"))
            .Exits(1)
            .Complains("the server closed the connection after 5 answers");
    }

    [Fact]
    public async Task A_certificate_is_checked()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=elsewhere.test", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("elsewhere.test");
        request.CertificateExtensions.Add(names.Build());
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        await File.WriteAllTextAsync(Path.Combine(Folder.Path, "ca.pem"), certificate.ExportCertificatePem());
        using var server = new SocketServer(
            IPAddress.Loopback,
            isStream: true,
            socket =>
            {
                using var encrypted = new SslStream(new NetworkStream(socket));
                try
                {
                    encrypted.AuthenticateAsServer(certificate);
                }
                catch (AuthenticationException)
                {
                    return; // the client does not trust it
                }
                Answer(encrypted, (_, _) => Ok);
            }
        );
        var target = $"https://{server.EndPoint}/";
        (await ProbeAsync(target)).Exits(1).Complains("self-signed, and not trusted here");
        (await ProbeAsync(target, "--ca-file", "ca.pem"))
            .Exits(1)
            .Complains("is not for 127.0.0.1; name whom it is for");
        await MeasureAsync(target, "--ca-file", "ca.pem", "--server-name", "elsewhere.test");
        await MeasureAsync(target, "--insecure");
    }

    [Fact]
    public async Task A_text_has_its_answer()
    {
        using var server = new SocketServer(IPAddress.Loopback, isStream: true, Pong);
        var cell = await MeasureAsync($"tcp://{server.EndPoint}", "--send", @"PING\r\n", "--expect", @"+PONG\x0d\n");
        Assert.Equal(0, cell.Number("corrupt"));
        (await ProbeAsync($"tcp://{server.EndPoint}", "--send", @"PING\r\n", "--expect", "-PONG"))
            .Exits(1)
            .Complains(@"the server answered ""+PONG\r\n"", and ""-PONG"" is expected");
    }

    [Fact]
    public async Task A_unix_socket_is_measured()
    {
        var path = Path.Combine(Folder.Path, "socket");
        using var listening = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listening.Bind(new UnixDomainSocketEndPoint(path));
        listening.Listen();
        SocketThread.Start(() => Pong(listening.Accept()));
        var cell = await MeasureAsync($"unix:{path}", "--send", @"PING\r\n", "--expect", @"+PONG\r\n");
        Assert.Equal($"unix:{path}", cell.Text("stack"));
        var deaf = Path.Combine(Folder.Path, "deaf");
        using var bound = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        bound.Bind(new UnixDomainSocketEndPoint(deaf));
        (await ProbeAsync($"unix:{deaf}", "--send", "a", "--expect", "b"))
            .Exits(1)
            .Complains($"connect {deaf}: Connection refused");
    }

    [Theory]
    [InlineData("--send needs --expect", "tcp://127.0.0.1:7", "--send", "a")]
    [InlineData("--expect needs --send", "tcp://127.0.0.1:7", "--expect", "a")]
    [InlineData("--send needs a target of tcp://", "udp://127.0.0.1:7", "--send", "a", "--expect", "b")]
    [InlineData("--header needs a target of http://", "tcp://127.0.0.1:7", "--header", "A: b")]
    [InlineData("--insecure needs a target of https://", "http://127.0.0.1:7/", "--insecure")]
    [InlineData("--framing is for servers that echo", "http://127.0.0.1:7/", "--framing", "none")]
    [InlineData("leave --message-bytes and sizes out", "http://127.0.0.1:7/", "--message-bytes", "64")]
    [InlineData("--test churn is for servers that echo", "http://127.0.0.1:7/", "--test", "churn")]
    [InlineData("--header must be 'NAME: VALUE'", "http://127.0.0.1:7/", "--header", "none")]
    [InlineData("--expect-status must be a code or a range", "http://127.0.0.1:7/", "--expect-status", "99")]
    [InlineData("after the \\ at place 2", "tcp://127.0.0.1:7", "--send", "a\\q", "--expect", "b")]
    [InlineData("there is no socket '/nosuch'", "unix:/nosuch")]
    public async Task What_contradicts_itself_is_said(string said, params string[] words) =>
        (await RunAsync(["probe", .. words])).Exits(2).Complains(said);

    private async Task<JsonElement> MeasureAsync(params string[] words)
    {
        var cell = (await ProbeAsync(words)).Exits(0).Json;
        SummaryChecks.HasTheKeysOfACell(cell);
        SummaryChecks.IsHealthy(cell);
        return cell;
    }

    private Task<CommandResult> ProbeAsync(params string[] words) =>
        RunAsync(["probe", .. words, "--duration", "200ms", "--json"]);

    /// <param name="answer">The response to the request of this number on its connection.</param>
    private static SocketServer Http(Func<int, string> answer) =>
        new(
            IPAddress.Loopback,
            isStream: true,
            socket => Answer(new NetworkStream(socket), (_, number) => answer(number))
        );

    /// <summary>Answers requests, each of which has a body of two bytes or none.</summary>
    private static void Answer(Stream stream, Func<string, int, string> answer)
    {
        const string headEnd = "\r\n\r\n";
        var text = "";
        var bytes = new byte[65_536];
        for (var number = 0; ; )
        {
            var end = text.IndexOf(headEnd, StringComparison.Ordinal) + headEnd.Length;
            if (end >= headEnd.Length && text[..end].Contains("Content-Length: 2", StringComparison.Ordinal))
                end += 2;
            if (end < headEnd.Length || end > text.Length)
            {
                var count = stream.Read(bytes);
                if (count == 0)
                    return;
                text += Encoding.ASCII.GetString(bytes, 0, count);
                continue;
            }
            var said = answer(text[..end], number++);
            text = text[end..];
            stream.Write(Encoding.ASCII.GetBytes(said));
            if (said == Last)
                return;
        }
    }

    private static void Pong(Socket socket)
    {
        var line = new byte["PING\r\n".Length];
        using var stream = new NetworkStream(socket, ownsSocket: true);
        while (stream.ReadAtLeast(line, line.Length, throwOnEndOfStream: false) == line.Length)
            stream.Write("+PONG\r\n"u8);
    }
}
