using System.Text.Json.Nodes;

namespace Pingmark.WrongWorkers;

/// <summary>Counts that are wrong and fit together: only a peer that counts, too, finds them.</summary>
internal static class WrongCounts
{
    private const int LinearBits = 10;

    /// <summary>Of a result or a usage.</summary>
    public static JsonObject Times(double factor, JsonObject reply)
    {
        var received = reply.ContainsKey("sent") ? Number(reply, "received") : 0;
        foreach (var field in new[] { "received", "answered", "lost", "messages", "rtt_sum_ns" })
            if (reply[field] is not null)
                reply[field] = (long)(factor * Number(reply, field));
        if (!reply.ContainsKey("sent"))
            return reply;
        reply["sent"] = Number(reply, "received") + Number(reply, "lost");
        var counts = reply["histogram"]!.AsArray();
        if (counts.Count > 0)
            counts[^1] = counts[^1]!.GetValue<long>() + Number(reply, "received") - received;
        return reply;
    }

    /// <summary>Taken for disturbances, and left out everywhere.</summary>
    public static JsonObject WithoutSlowest(double share, JsonObject result)
    {
        var counts = result["histogram"]!.AsArray();
        var total = counts.Where((_, n) => n % 2 == 1).Sum(count => count!.GetValue<long>());
        for (var left = (long)(share * total); left > 0 && counts.Count > 0; )
        {
            var (value, count) = (ValueOf(counts[^2]!.GetValue<int>()), counts[^1]!.GetValue<long>());
            var dropped = Math.Min(left, count);
            left -= dropped;
            foreach (var field in new[] { "sent", "received" })
                result[field] = Number(result, field) - dropped;
            result["rtt_sum_ns"] = Number(result, "rtt_sum_ns") - dropped * value;
            counts[^1] = count - dropped;
            if (dropped < count)
                continue;
            counts.RemoveAt(counts.Count - 1);
            counts.RemoveAt(counts.Count - 1);
        }
        if (counts.Count > 0)
            result["rtt_max_ns"] = ValueOf(counts[^2]!.GetValue<int>());
        return result;
    }

    private static long Number(JsonObject reply, string field) => reply[field]!.GetValue<long>();

    /// <returns>The lowest value that a histogram counts there.</returns>
    private static long ValueOf(int index)
    {
        var shift = Math.Max(0, (index >> LinearBits) - 1);
        return (long)(index - (shift << LinearBits)) << shift;
    }
}
