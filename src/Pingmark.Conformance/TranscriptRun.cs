using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Pingmark.Conformance.Peers;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A line of a case's transcript.</summary>
/// <param name="Dir">The direction: <c>&gt;</c> to the worker, <c>&lt;</c> from it; null: what the peer has
/// seen.</param>
/// <param name="Line">A request, or what an answer must have: <c>reason</c> lists words that it must contain, a status
/// of <c>refused</c> means either status of refusal, a field with <c>at_least</c> is no less, and fields that are not
/// there may have any value.</param>
/// <param name="Text">Any text that is sent in place of a request.</param>
/// <param name="PieceBytes">The size of the pieces in which the text is sent; 0: all at once.</param>
/// <param name="Exit">The exit code with which the worker ends.</param>
/// <param name="PeerMessages">The number of messages that have reached the raw peer.</param>
internal sealed record TranscriptLine(
    string? Dir = null,
    JsonObject? Line = null,
    string? Text = null,
    int PieceBytes = 0,
    int? Exit = null,
    long? PeerMessages = null
)
{
    /// <summary>Whether the line has exactly one meaning, with all that it needs.</summary>
    [JsonIgnore]
    public bool IsWhole =>
        (Dir, Line, Text, Exit, PeerMessages) switch
        {
            (">", { } request, null, null, null) => request["op"]?.GetValueKind() == JsonValueKind.String,
            (">", null, not null, null, null) => true,
            ("<", { } answer, null, null, null) => answer["status"]?.GetValueKind() == JsonValueKind.String,
            ("<", null, null, not null, null) or (null, null, null, null, not null) => true,
            _ => false,
        };
}

/// <summary>Sends the lines of a transcript to a worker, and compares its answers. A value that begins with a dollar
/// sign is replaced: <c>$stack</c>; <c>$address</c>, <c>$port</c>, <c>$endpoint</c> and <c>$certificate</c> of the
/// other side, or of this one when it listens; <c>$token</c>; <c>$3MiB</c> of text. In a text, <c>$nested</c> is more
/// brackets than any stack is deep.</summary>
/// <param name="peer">The raw server of a client; null where no client is tested.</param>
/// <param name="server">The other side that the worker connects to; null where there is none.</param>
internal sealed class TranscriptRun(Bench bench, WorkerUnderTest worker, RawServer? peer, IListening? server)
{
    /// <summary>A port on which nobody listens.</summary>
    private const int NoPort = 9;

    private const int LongText = 3 << 20,
        DeepestNesting = 200_000;

    private readonly string _token = server?.Token ?? Bench.NewToken();
    private ServerAddress? _server = server?.Address;
    private JsonObject _asked = [];

    /// <summary>The answer to the last request; null after a text that is not a request.</summary>
    private Answer? _answer;

    public static async Task RunAsync(Bench bench, ConformanceCase one)
    {
        var isPair = one.Subject == Subject.Pair;
        var peer = one.Subject == Subject.Client ? bench.Serve() : null;
        var server = isPair && one.Asked != AskedWorker.Own ? await bench.ServerAsync() : null;
        var worker = one.Asked switch
        {
            AskedWorker.Own => await bench.StartAsync(),
            null when isPair || peer is not null => await bench.UnconnectedAsync(),
            _ => await bench.IdleAsync(),
        };
        var run = new TranscriptRun(bench, worker, peer, (IListening?)peer ?? server);
        foreach (var line in one.Lines)
            try
            {
                await run.TakeAsync(line);
            }
            catch (CaseFailure e)
            {
                throw new CaseFailure($"{e.Expected} (request {run._asked["id"]} of {one.Id}.jsonl)", e.Seen);
            }
    }

    private async Task TakeAsync(TranscriptLine line)
    {
        if (line is { Dir: ">", Line: { } request })
        {
            _asked = Fill(request);
            var fields = new JsonObject().With(_asked);
            fields.Remove("id");
            fields.Remove("op");
            _answer = await worker.AskAsync(Op, fields, Deadlines.Connect);
        }
        else if (line.Text is { } text)
            await SayAsync(
                text.Replace("$nested", new string('[', DeepestNesting), StringComparison.Ordinal) + "\n",
                line.PieceBytes
            );
        else if (line.Exit is { } code)
            Expect.Equal("the exit code", code, await worker.ExitAsync("its end"));
        else if (line.PeerMessages is { } messages)
            Expect.Equal("messages that reached the other side", messages, peer!.Messages);
        else if (line.Line is { } expected)
            Check(_answer ?? await worker.AnswerAsync(Op, (int?)expected["id"]), expected);
    }

    private string Op => (string?)_asked["op"] ?? "what was said";

    private async Task SayAsync(string text, int pieceBytes)
    {
        (_asked, _answer) = ([], null);
        foreach (var piece in text.Chunk(pieceBytes > 0 ? pieceBytes : text.Length))
        {
            await worker.WriteAsync(new(piece));
            // Aims at separate reads; nothing depends on it.
            await Task.Delay(pieceBytes > 0 ? 1 : 0);
        }
    }

    private void Check(Answer answer, JsonObject expected)
    {
        answer.Is((string)expected["status"]!);
        foreach (var part in expected["reason"]?.AsArray() ?? [])
            Expect.Contains(answer.Reason, Substitute(part)!.ToString(), $"a reason for {Op}");
        foreach (var (field, value) in expected.Where(field => field.Key is not ("id" or "status" or "reason")))
            if (value is JsonObject bounds)
                Expect.AtLeast(
                    $"{field} in the answer to {Op}",
                    (double)bounds["at_least"]!,
                    answer.Fields.Count(field)
                );
            else
                Expect.Equal($"{field} in the answer to {Op}", value?.ToString(), answer.Fields.Display(field));
        if (answer.Status == "ok")
            Read(answer);
    }

    /// <summary>Checks the rest of an answer by the protocol's rules.</summary>
    private void Read(Answer answer)
    {
        if (Op == "listen")
            _server = ServerUnderTest.ReadAddress(answer.Fields, bench.Stack);
        if (Op is "usage" or "stop")
            UsageReply.Read(answer.Fields);
        if (Op == "describe")
            StackFacts.Read(answer);
        if (Op == "run")
            ClientUnderTest.Read(answer.Fields, _asked);
    }

    private JsonObject Fill(JsonObject line) =>
        Fields.Create(line.Select(field => (field.Key, Substitute(field.Value))));

    private JsonNode? Substitute(JsonNode? value) =>
        value?.GetValueKind() == JsonValueKind.String
            ? (string)value! switch
            {
                "$stack" => bench.Stack.Id,
                "$address" => _server?.Host ?? bench.Stack.Address,
                "$port" => _server?.Port ?? NoPort,
                "$endpoint" => $"{_server}",
                "$certificate" => _server?.Certificate,
                "$token" => _token,
                "$3MiB" => new string('x', LongText),
                var text => text,
            }
            : value?.DeepClone();
}
