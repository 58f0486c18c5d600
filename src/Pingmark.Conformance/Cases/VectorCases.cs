using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>protocol/vectors: the same numbers in every language.</summary>
internal static class VectorCases
{
    /// <summary>What round trips are timed with is much finer than they are.</summary>
    private const long FineStepNs = 1_000;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "vectors.histogram",
                "a million values are counted at the same indices as everywhere",
                Subject.Worker,
                HistogramAsync
            ),
            new(
                "vectors.payload",
                "a message of any sequence, size and payload is composed as everywhere",
                Subject.Worker,
                PayloadAsync
            ),
            new(
                "vectors.timers",
                "timers tells of every clock its step, cost and direction; a fine one never goes back",
                Subject.Worker,
                TimersAsync
            ),
            new(
                "vectors.frames",
                "a server cuts a byte stream into the same messages as everywhere, and counts its bad frames",
                Subject.Server,
                FramesAsync,
                framing: "stream",
                ofFraming: true
            ),
        ];

    private static async Task HistogramAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.Vectors.Histogram)
        {
            var request = new JsonObject
            {
                ["name"] = "histogram",
                ["seed"] = vector.GetProperty("seed").GetInt64(),
                ["count"] = vector.GetProperty("count").GetInt64(),
            };
            var sparse = (await worker.OkAsync("vector", request)).Numbers("histogram");
            var what = $"seed {request["seed"]}, {request["count"]} values";
            SameStart($"{what}: the first entries", vector.GetProperty("first"), sparse);
            SameStart(
                $"{what}: the last entries",
                vector.GetProperty("last"),
                sparse[^Math.Min(sparse.Length, vector.GetProperty("last").GetArrayLength())..]
            );
            var hash = Convert.ToHexStringLower(
                SHA256.HashData(
                    Encoding.ASCII.GetBytes(string.Concat(sparse.Chunk(2).Select(entry => $"{entry[0]}:{entry[^1]},")))
                )
            );
            Expect.Equal($"{what}: SHA-256 of all entries", vector.GetProperty("sha256").GetString(), hash);
        }
    }

    private static void SameStart(string what, JsonElement expected, long[] seen)
    {
        var numbers = expected.EnumerateArray().Select(number => number.GetInt64()).ToArray();
        Expect.That(
            numbers.AsSpan().SequenceEqual(seen.AsSpan(0, Math.Min(numbers.Length, seen.Length))),
            $"{what} [{string.Join(", ", numbers)}]",
            $"[{string.Join(", ", seen.Take(numbers.Length))}]"
        );
    }

    private static async Task PayloadAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (var vector in bench.Vectors.Payload)
        {
            var request = new JsonObject { ["name"] = "payload" };
            foreach (
                var field in vector
                    .EnumerateObject()
                    .Where(field => field.Name is "payload" or "sequence" or "message_bytes" or "framing")
            )
                request[field.Name] = JsonNode.Parse(field.Value.GetRawText());
            var seen = (await worker.OkAsync("vector", request)).Text("hex");
            var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(seen)));
            Expect.Equal(
                $"hex of {request.ToJsonString()}",
                Shown(vector.GetProperty("start").GetString()!),
                Shown(seen[..Math.Min(seen.Length, vector.GetProperty("start").GetString()!.Length)])
            );
            Expect.Equal(
                $"SHA-256 of the hex of {request.ToJsonString()}",
                vector.GetProperty("sha256").GetString(),
                hash
            );
        }
    }

    private static async Task TimersAsync(Bench bench)
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

    /// <summary>Each vector is what follows the hello on a connection of its own.</summary>
    private static async Task FramesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        foreach (var vector in bench.Vectors.Frames)
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
                await server.CountsAsync("bad frames", before.BadFrames + 1, usage => usage.BadFrames);
            }
            await server.CountsAsync(
                "messages",
                before.Messages + vector.GetProperty("messages").GetInt32(),
                usage => usage.Messages
            );
        }
    }
}
