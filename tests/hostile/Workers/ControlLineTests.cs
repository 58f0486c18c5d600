using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Host;

namespace Pingmark.Hostile.Tests.Workers;

/// <summary>Whatever a worker is told, it answers each line with ok, unsupported or error, and goes on: 2,000 lines for
/// the workers of each language.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class ControlLineTests
{
    private const long OfKit = 2_000;
    private const int OfOneProcess = 1_000,
        LastKept = 20;

    private static readonly string[] Statuses = ["ok", "unsupported", "error"];

    public static TheoryData<string> Workers => new(WorkersHere.Names);

    [SkippableTheory]
    [MemberData(nameof(Workers))]
    [Fault(
        "mutated requests on a worker's stdin, in any order, 2,000 for the workers of each language",
        "each line is answered with ok, unsupported or error, and the worker goes on",
        -1,
        60,
        IsTimedByTest = true
    )]
    public async Task A_worker_answers_whatever_it_is_told(string id)
    {
        await WorkersHere.NeedAsync(id);
        var kit = id.Split('/')[0];
        var all = (await WorkersHere.AvailableAsync()).Count(other => other.Split('/')[0] == kit);
        var lines = Cases.Scaled(OfKit) / all + 1;
        var made = new Case(Cases.Seed(), id);
        var stacks = (await Stacks.AvailableAsync())
            .Where(stack => stack.Manifest == WorkersHere.Manifest(id))
            .ToList();
        for (var said = 0L; said < lines; )
            said += await TellAsync(stacks, Math.Min(lines - said, OfOneProcess), made);
        Tally.Add($"changed control lines to workers in {kit}", lines, lines);
    }

    /// <summary>One process, which may be the client of a server that stays, or anything else.</summary>
    private static async Task<long> TellAsync(IReadOnlyList<DescribedStack> stacks, long most, Case made)
    {
        var stack = made.One(stacks);
        using var folder = stack.IsLocal ? new LocalFolder() : null;
        await using var server = stack.Start();
        var target = new JsonObject
        {
            ["stack"] = stack.Id,
            ["address"] = folder?.Path ?? "127.0.0.1",
            ["token"] = "00112233445566778899aabbccddeeff",
            ["port"] = 0,
        };
        target["port"] = (await server.OkAsync("listen", target.DeepClone().AsObject())).Number("port");
        var said = await TellAsync(stack, new([.. stacks.Select(one => one.Id)], target, made), most, made);
        await server.StopAsync();
        return said;
    }

    /// <returns>How many lines were answered: all, or those before a stop.</returns>
    private static async Task<long> TellAsync(DescribedStack stack, ControlLines lines, long most, Case made)
    {
        await using var worker = stack.Start();
        var last = new Queue<string>();
        try
        {
            for (var said = 1L; said <= most; said++)
            {
                var line = lines.Next();
                if (last.Count == LastKept)
                    last.Dequeue();
                last.Enqueue(Encoding.UTF8.GetString(line));
                var reply = await worker.AnswerAsync(line);
                var status = reply.Text("status");
                Assert.Contains(status, Statuses);
                Assert.True(reply.GetProperty("id").ValueKind is JsonValueKind.Number or JsonValueKind.Null);
                Assert.True(status == "ok" || reply.Text("reason").Length > 0, "a reason is missing");
                if (status == "ok" && reply.TryGetProperty("port", out var port))
                    lines.OwnPort = port.GetInt64();
                if (status == "ok" && IsStop(line))
                {
                    Assert.Equal(0, await worker.ExitCodeAsync());
                    return said;
                }
            }
            return most;
        }
        catch (Exception e)
        {
            throw new CaseFailedException(
                $"again: ./test hostile --seed {made.Seed}\n{e.Message}\nwhat it was told last:\n"
                    + string.Join('\n', last),
                e
            );
        }
    }

    private static bool IsStop(byte[] line) =>
        JsonDocument.Parse(Encoding.UTF8.GetString(line)).RootElement.Text("op") == "stop";
}
