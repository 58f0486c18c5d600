using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of protocol/vectors: every language computes the same values.</summary>
internal static class VectorCases
{
    /// <summary>The largest step of a clock that is fine enough for round trips, in ns.</summary>
    private const long FineStepNs = 1_000;

    private static async Task VectorsHistogramAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.Vectors.Read("histogram"))
        {
            var request = Request("histogram", vector, "seed", "count");
            var sparse = (await worker.OkAsync("vector", request)).Numbers("histogram");
            var what = $"seed {request["seed"]}, {request["count"]} values";
            SameStart($"{what}: the first entries", vector.GetProperty("first"), sparse);
            var last = vector.GetProperty("last");
            SameStart($"{what}: the last entries", last, sparse[^Math.Min(sparse.Length, last.GetArrayLength())..]);
            SameHash(what, vector, string.Concat(sparse.Chunk(2).Select(entry => $"{entry[0]}:{entry[^1]},")));
        }
    }

    private static JsonObject Request(string name, JsonElement vector, params IEnumerable<string> fields) =>
        Fields
            .Create(("name", name))
            .With(fields.Select(field => (field, JsonNode.Parse(vector.GetProperty(field).GetRawText()))));

    private static void SameHash(string what, JsonElement vector, string seen) =>
        Expect.Equal(
            $"SHA-256 of {what}",
            vector.GetProperty("sha256").GetString(),
            Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(seen)))
        );

    private static void SameStart(string what, JsonElement expected, long[] seen)
    {
        var numbers = expected.EnumerateArray().Select(number => number.GetInt64()).ToArray();
        Expect.That(
            numbers.AsSpan().SequenceEqual(seen.AsSpan(0, Math.Min(numbers.Length, seen.Length))),
            $"{what} [{string.Join(", ", numbers)}]",
            $"[{string.Join(", ", seen.Take(numbers.Length))}]"
        );
    }

    private static async Task VectorsPayloadAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.Vectors.Read("payload"))
        {
            var request = Request("payload", vector, "payload", "sequence", "message_bytes", "framing");
            var seen = (await worker.OkAsync("vector", request)).Text("hex");
            var start = vector.GetProperty("start").GetString()!;
            var what = $"the hex of {request.ToJsonString()}";
            Expect.Equal(what, Shown(start), Shown(seen[..Math.Min(seen.Length, start.Length)]));
            SameHash(what, vector, seen);
        }
    }

    private static async Task VectorsTimersAsync(Bench bench)
    {
        var reply = await (await bench.IdleAsync()).OkAsync("timers", []);
        var names = reply.Texts("timers");
        foreach (var column in new[] { "steps_ns", "ns_per_1000_calls", "monotonic", "went_back" })
            Expect.Equal($"entries of {column}", names.Count, reply.Counts(column).Length);
        Expect.That(
            names
                .Select((_, i) => i)
                .Any(i =>
                    reply.Numbers("monotonic")[i] == 1
                    && reply.Numbers("went_back")[i] == 0
                    && reply.Numbers("steps_ns")[i] is > 0 and < FineStepNs
                ),
            $"a clock that never goes back and makes steps below {FineStepNs} ns",
            string.Join(", ", names)
        );
    }

    private static string Shown(string hex) => hex.Length <= 80 ? hex : hex[..80] + "…";

    /// <summary>Sends each vector after the hello, on a connection of its own.</summary>
    private static async Task VectorsFramesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        foreach (var vector in bench.Vectors.Read("frames"))
        {
            var name = vector.GetProperty("name").GetString();
            var before = await server.UsageAsync();
            var client = (Peers.RawStreamClient)await bench.GreetAsync(server);
            var sent = Convert.FromHexString(vector.GetProperty("sent").GetString()!);
            var echoed = Convert.FromHexString(vector.GetProperty("echoed").GetString()!);
            var isBad = vector.GetProperty("bad_frames").GetInt32() > 0;
            // A server that closes may drop what it has not sent, so what is bad comes after the echoes.
            await client.WriteAsync(isBad ? echoed : sent);
            Expect.SameBytes($"{name}: the whole frames back", echoed, await client.ReadExactlyAsync(echoed.Length));
            if (isBad)
            {
                await client.WriteAsync(sent.AsMemory(echoed.Length));
                await client.ExpectClosedAsync(name!);
                await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
            }
            await server.CountsAsync(before.Messages + vector.GetProperty("messages").GetInt32(), one => one.Messages);
        }
    }
}
