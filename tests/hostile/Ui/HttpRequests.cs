using System.Globalization;

namespace Pingmark.Hostile.Tests.Ui;

/// <summary>Requests to the server of runs: whole ones, in which some places are not what they should be. Each
/// character is a byte.</summary>
internal static class HttpRequests
{
    private const string FormType = "application/x-www-form-urlencoded";

    private static readonly string[] Methods =
    [
        .. HostileValues.Words("HEAD OPTIONS PUT DELETE TRACE CONNECT PATCH get"),
        "G T",
        "G\0T",
        "PRI",
        "",
        new('M', 9000),
    ];

    private static readonly string[] Paths = HostileValues.Words(
        """
        / /run/run /live/run /live/run/events /compare?baseline=run&run=run /compare?anyway&run=run /start /stop
        """
    );

    private static readonly string[] OddPaths =
    [
        "",
        .. HostileValues.Words("* // /%00 /run/%00"),
        "/run/\0",
        "/run/%ff%fe",
        "/run/\u00ff\u00fe",
        .. HostileValues.Words(
            """
            /run/%ed%a0%80 /run/..%2f..%2fetc%2fpasswd /run/../../etc/passwd /run/%2e%2e /run/% /run/%u0000
            /live/%f0%9f%92%a9/events /live/%0d%0aSet-Cookie:%20a=b /live/a%0d%0ab/events http://evil.example/
            http://127.0.0.1/ evil.example:80 /?token=%00 /compare?baseline=%00&run=%00
            /compare?baseline=run&baseline=run&run=run /compare?run[]=run&baseline /compare?%ff=%ff&&&==&%
            """
        ),
        "/" + new string('a', 9000),
        "/live/" + new string('a', 7000),
        "/run/" + string.Concat(Enumerable.Repeat("../", 500)),
    ];

    private static readonly string[] Headers =
    [
        "Host: evil.example",
        "Host:",
        "Origin: null",
        "Origin: \u00ff",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: none, none",
        "Cookie: =;;;=; pingmark-80; a=\0",
        "Cookie: a=%00; pingmark-1=\u00ff",
        "Cookie: " + new string('c', 20_000),
        "Content-Length: -1",
        "Content-Length: 18446744073709551616",
        "Content-Length: 1000000000",
        "Content-Length: 0",
        "Content-Length: 7, 7",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: \0",
        "Content-Type: multipart/form-data",
        "Content-Type: multipart/form-data; boundary=" + new string('b', 500),
        "Content-Type: application/json",
        "Content-Type: ;;;",
        "Content-Type: " + FormType + "; charset=utf-16",
        "Content-Type: " + FormType + "; charset=utf-7",
        "Content-Type: " + FormType + "; charset=nobody",
        "Content-Encoding: gzip",
        "Expect: 100-continue",
        "Expect: everything",
        "Connection: upgrade\r\nUpgrade: websocket",
        "Connection: close",
        "Range: bytes=0-0,5-",
        "If-None-Match: *",
        "Accept-Encoding: \u0001",
        "X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: evil.example",
        "X-HTTP-Method-Override: DELETE",
        "no header",
        ": nothing",
        " folded: a\r\n b",
        "a\0b: c",
        "\u00ff: \u00ff",
    ];

    private static readonly string[] Fields = ["form", "suite", "budget", "stacks", "run", "", "[]", "%00", "%ff"];

    private static readonly string[] Values =
    [
        .. HostileValues.Scalars.Select(Uri.EscapeDataString),
        "%00",
        "\0",
        "%",
        "%u0000",
        "%ff%fe",
        "\u00ff",
        .. HostileValues.Words("+ cpp/tcp-epoll cpp/tcp-epoll%0A--out --out 99999999999999d 1e999s -1s 1s%00"),
        new('s', 2_000),
    ];

    /// <param name="host">Of the server.</param>
    /// <param name="form">The word of its forms.</param>
    public static string MadeUp(Case made, string host, string form)
    {
        var posts = made.InPercent(50);
        var path =
            made.InPercent(30) ? made.One(OddPaths)
            : posts ? made.One(Paths[^2..])
            : made.One(Paths);
        var method =
            made.InPercent(15) ? made.One(Methods)
            : posts ? "POST"
            : "GET";
        var headers = new List<string>();
        if (!made.InPercent(3))
            headers.Add($"Host: {host}");
        var body = posts ? Body(made, form, headers) : "";
        while (made.InPercent(30))
            headers.Add(made.One(Headers));
        if (made.InPercent(2))
            headers.AddRange(Enumerable.Range(0, 200).Select(n => $"h{n}: {n}"));
        var version = made.InPercent(95) ? "HTTP/1.1" : made.One(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9", ""]);
        var text = $"{method} {path} {version}\r\n{string.Concat(headers.Select(one => one + "\r\n"))}\r\n{body}";
        return made.InPercent(10) ? Damaged(made, text) : text;
    }

    private static string Body(Case made, string form, List<string> headers)
    {
        var fields = made.InPercent(5) ? Enumerable.Range(0, 5_000).Select(n => $"f{n}=1").ToList() : [];
        if (made.InPercent(85))
            fields.Insert(0, $"form={form}");
        if (made.InPercent(60))
            fields.Add("suite=quick");
        while (made.InPercent(50))
            fields.Add($"{made.One(Fields)}={made.One(Values)}");
        var body = made.InPercent(10) ? Parts(made) : string.Join('&', fields);
        headers.Add($"Content-Type: {(made.InPercent(90) ? FormType : "multipart/form-data; boundary=b")}");
        if (made.InPercent(25))
        {
            headers.Add("Transfer-Encoding: chunked");
            return Chunked(made, body);
        }
        var length = body.Length + (made.InPercent(5) ? made.Random.Next(-5, 6) : 0);
        headers.Add($"Content-Length: {length.ToString(CultureInfo.InvariantCulture)}");
        return body;
    }

    private static string Parts(Case made) =>
        string.Concat(
            Enumerable.Repeat(
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n",
                made.Random.Next(1, 500)
            )
        ) + (made.InPercent(50) ? "--b--\r\n" : "");

    private static string Chunked(Case made, string body)
    {
        var length = made.InPercent(50)
            ? body.Length.ToString("x", CultureInfo.InvariantCulture)
            : made.One(["-1", "0", "ffffffffffffffff", "7fffffff", "1;a=b", "", "zz", new('0', 5_000), "\0"]);
        return $"{length}\r\n{body}\r\n0\r\n{(made.InPercent(20) ? "a: b\r\n" : "")}\r\n";
    }

    /// <summary>Some bytes are others, or missing.</summary>
    private static string Damaged(Case made, string text)
    {
        var bytes = text.ToCharArray().ToList();
        do
        {
            var at = made.Random.Next(bytes.Count);
            if (made.InPercent(30))
                bytes.RemoveRange(at, Math.Min(bytes.Count - at, made.Random.Next(1, 20)));
            else
                bytes[at] = (char)made.Random.Next(256);
        } while (bytes.Count > 0 && made.InPercent(60));
        return string.Concat(bytes);
    }
}
