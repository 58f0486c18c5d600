using System.CommandLine;
using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Pingmark.Cli;

/// <summary>What a probe asks a server that does not echo, and which answers are right: the options of
/// <c>probe</c> for it.</summary>
internal sealed partial class ProbeQuestion
{
    /// <summary>So that a line to a worker is not too long.</summary>
    private const int MaxBodyBytes = 1 << 20;

    private const int MaxShownLength = 60;

    private const int MinStatus = 200,
        MaxStatus = 999;

    private readonly Option<string?> _method = Text(
        "--method",
        "HTTP: the request's method [default: GET, or POST with --body]"
    );
    private readonly Option<string[]> _headers = new("--header")
    {
        Description = "HTTP: a header as 'NAME: VALUE'; may be given several times",
        HelpName = "header",
    };
    private readonly Option<string?> _body = Text("--body", "HTTP: the request's body, or @FILE to read it from there");
    private readonly Option<string?> _status = Text(
        "--expect-status",
        "HTTP: the status of right answers, such as 404 or 200-399 [default: 200-299]"
    );
    private readonly Option<bool> _http2 = new("--http2")
    {
        Description = "HTTP/2 in place of HTTP/1.1; requests in flight are streams",
    };
    private readonly Option<string?> _name = Text(
        "--server-name",
        "TLS: whom the server's certificate must be for [default: the target's host]"
    );
    private readonly Option<string?> _authorities = Text(
        "--ca-file",
        "TLS: a file of trusted certificates [default: those of this system]"
    );
    private readonly Option<bool> _insecure = new("--insecure") { Description = "TLS: trust any certificate" };
    private readonly Option<string?> _send = Text(
        "--send",
        @"tcp, tls and unix: send this text, in place of messages to echo; \r \n \t \\ and \xHH are as in C"
    );
    private readonly Option<string?> _expect = Text("--expect", "The whole answer to --send");

    public IReadOnlyList<Option> Options =>
        [_method, _headers, _body, _status, _http2, _name, _authorities, _insecure, _send, _expect];

    /// <summary>What a client's stack is asked for; null where the server echoes.</summary>
    /// <exception cref="BadInputException">Options contradict each other, or the target.</exception>
    public ProbeAsked? Read(ParseResult parsed, ProbeTarget target)
    {
        var sends = parsed.GetValue(_send) is not null;
        (Option[] Options, bool Fits, string Needs)[] rules =
        [
            ([_method, _headers, _body, _status, _http2], target.IsHttp, "needs a target of http:// or https://"),
            (
                [_name, _authorities, _insecure],
                target.IsEncrypted && (target.IsHttp || sends),
                "needs a target of https://, or of tls:// with --send"
            ),
            (
                [_send, _expect],
                target is { IsHttp: false, IsStream: true },
                "needs a target of tcp://, tls:// or unix:"
            ),
            ([_send], parsed.GetValue(_expect) is not null, "needs --expect, the whole answer to it"),
            ([_expect], sends, "needs --send, to which it is the answer"),
        ];
        foreach (var (options, fits, needs) in rules)
            if (!fits && options.FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false }) is { } alien)
                throw new BadInputException($"{alien.Name} {needs}");
        if (!target.IsHttp && !sends)
            return null;
        var fields = new JsonObject();
        if (target.IsEncrypted)
            AddTls(fields, parsed, target);
        return target.IsHttp ? AskHttp(fields, parsed, target) : AskText(fields, parsed);
    }

    private ProbeAsked AskHttp(JsonObject fields, ParseResult parsed, ProbeTarget target)
    {
        fields["path"] = target.PathAndQuery;
        fields["host"] = target.Authority;
        if (parsed.GetValue(_method) is { } method)
            fields["method"] = MethodForm().IsMatch(method)
                ? method
                : throw new BadInputException($"{_method.Name} must be a word such as GET, not '{method}'");
        if (parsed.GetValue(_headers) is { Length: > 0 } headers)
            fields["headers"] = string.Join('\n', headers.Select(Header));
        if (parsed.GetValue(_body) is { } body)
            fields["body"] = Convert.ToHexStringLower(Body(body));
        var (from, to) = Status(parsed.GetValue(_status) ?? "200-299");
        (fields["expect_status_from"], fields["expect_status_to"]) = (from, to);
        var isHttp2 = parsed.GetValue(_http2);
        fields["http2"] = isHttp2;
        return new(
            fields,
            IsAnsweredInTurn: !isHttp2,
            Short($"{parsed.GetValue(_method) ?? (fields.ContainsKey("body") ? "POST" : "GET")} {target.PathAndQuery}"),
            $"an answer with {(from == to ? $"status {from}" : $"a status from {from} to {to}")}, whatever its body,"
        );
    }

    private ProbeAsked AskText(JsonObject fields, ParseResult parsed)
    {
        fields["send"] = Convert.ToHexStringLower(Bytes(parsed.GetValue(_send)!, _send.Name));
        fields["expect"] = Convert.ToHexStringLower(Bytes(parsed.GetValue(_expect)!, _expect.Name));
        return new(
            fields,
            IsAnsweredInTurn: true,
            Short($"'{parsed.GetValue(_send)}'"),
            $"an answer with the bytes of {_expect.Name}"
        );
    }

    private void AddTls(JsonObject fields, ParseResult parsed, ProbeTarget target)
    {
        fields["tls"] = true;
        fields["server_name"] = parsed.GetValue(_name) ?? target.Host;
        if (parsed.GetValue(_insecure))
            fields["insecure"] = parsed.GetValue(_authorities) is null
                ? true
                : throw new BadInputException(
                    $"{_insecure.Name} trusts any certificate; leave it or {_authorities.Name} out"
                );
        if (parsed.GetValue(_authorities) is not { } file)
            return;
        fields["ca_file"] = File.Exists(file)
            ? Path.GetFullPath(file)
            : throw new BadInputException($"{_authorities.Name}: there is no file '{file}'");
    }

    private static string Short(string text) => text.Length <= MaxShownLength ? text : $"{text[..MaxShownLength]}…";

    private static Option<string?> Text(string name, string about) => new(name) { Description = about };

    private string Header(string text) =>
        HeaderForm().IsMatch(text)
            ? text
            : throw new BadInputException($"{_headers.Name} must be 'NAME: VALUE', not '{text}'");

    private byte[] Body(string text)
    {
        byte[] body;
        try
        {
            body = text.StartsWith('@') ? File.ReadAllBytes(text[1..]) : Encoding.UTF8.GetBytes(text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException($"{_body.Name}: {e.Message}");
        }
        return body.Length <= MaxBodyBytes
            ? body
            : throw new BadInputException($"{_body.Name} has {body.Length} bytes, the most is {MaxBodyBytes}");
    }

    private (int From, int To) Status(string text)
    {
        var parts = text.Split('-')
            .Select(part => int.TryParse(part, CultureInfo.InvariantCulture, out var code) ? code : 0)
            .ToList();
        return
            parts is [var from, ..]
            && parts.Count <= 2
            && from >= MinStatus
            && parts[^1] >= from
            && parts[^1] <= MaxStatus
            ? (from, parts[^1])
            : throw new BadInputException(
                $"{_status.Name} must be a code or a range from {MinStatus} on, such as 404 or 200-399, not '{text}'"
            );
    }

    /// <summary>Reads a text with C's escapes.</summary>
    internal static byte[] Bytes(string text, string option)
    {
        if (text.Length == 0)
            throw new BadInputException($"{option} must have a byte at least");
        if (Escape().Matches(text).FirstOrDefault(found => found.Value == @"\") is { } stray)
            throw new BadInputException(
                $@"{option}: after the \ at place {stray.Index + 1} must be r, n, t, \ or x with two hex digits"
            );
        var bytes = new List<byte>();
        var at = 0;
        foreach (Match found in Escape().Matches(text))
        {
            bytes.AddRange(Encoding.UTF8.GetBytes(text[at..found.Index]));
            bytes.Add(
                found.Value[1] switch
                {
                    'r' => (byte)'\r',
                    'n' => (byte)'\n',
                    't' => (byte)'\t',
                    '\\' => (byte)'\\',
                    _ => Convert.FromHexString(found.Value.AsSpan(2))[0],
                }
            );
            at = found.Index + found.Length;
        }
        bytes.AddRange(Encoding.UTF8.GetBytes(text[at..]));
        return [.. bytes];
    }

    [GeneratedRegex(@"\\([rnt\\]|x[0-9A-Fa-f]{2})?")]
    private static partial Regex Escape();

    [GeneratedRegex(@"^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n]*$")]
    private static partial Regex HeaderForm();

    [GeneratedRegex(@"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")]
    private static partial Regex MethodForm();
}

/// <summary>A question in the words of a client's stack.</summary>
/// <param name="Fields">What the stack is told when it connects.</param>
/// <param name="IsAnsweredInTurn">Whether a second question on a connection waits for the answer to the first.</param>
/// <param name="Text">The question in short, for reports.</param>
/// <param name="RightAnswer">Which answers are right.</param>
internal sealed record ProbeAsked(JsonObject Fields, bool IsAnsweredInTurn, string Text, string RightAnswer);
