using System.Globalization;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Workers;

/// <summary>Makes a lie, or nonsense, of an honest reply.</summary>
internal static class ReplyMutations
{
    private static readonly long[] Numbers =
    [
        0,
        -1,
        1,
        1 << 20,
        1L << 36,
        1L << 53,
        (1L << 53) + 1,
        1L << 62,
        long.MaxValue,
        long.MinValue,
    ];

    public static void Change(Case made, JsonObject reply)
    {
        var field = made.One(reply.Select(pair => pair.Key).ToList());
        switch (made.Random.Next(5))
        {
            case 0:
                reply.Remove(field);
                break;
            case 1:
                reply[field] = Hostile(made);
                break;
            case 2:
                reply[field] = made.One(Numbers);
                break;
            case 3 when reply[field] is JsonArray { Count: > 0 } array:
                ChangeElement(made, array);
                break;
            default:
                Scale(made, reply, field);
                break;
        }
    }

    /// <summary>A line of bytes that once was a reply.</summary>
    public static string Garbled(Case made, string line)
    {
        var at = made.Random.Next(line.Length);
        return made.Random.Next(4) switch
        {
            0 => line[..at],
            1 => line.Remove(at, 1),
            2 => line.Insert(at, made.One(HostileValues.Scalars)),
            _ => line.Insert(at, $"\\u{made.Random.Next(0xD700, 0xE000):x4}"),
        };
    }

    private static void ChangeElement(Case made, JsonArray array)
    {
        var at = made.Random.Next(array.Count);
        switch (made.Random.Next(4))
        {
            case 0:
                array.RemoveAt(at);
                break;
            case 1:
                array.Insert(at, array[at]?.DeepClone());
                break;
            case 2:
                array[at] = Hostile(made);
                break;
            default:
                array[at] = made.One(Numbers);
                break;
        }
    }

    /// <summary>Numbers that stay plausible: all of a reply's, or one.</summary>
    private static void Scale(Case made, JsonObject reply, string only)
    {
        var times = made.One([2L, 10, 1_000, -1, 1_000_000_000]);
        foreach (var field in made.InPercent(50) ? reply.Select(pair => pair.Key).ToList() : [only])
            if (reply[field] is JsonValue)
                reply[field] = Times(reply[field], times);
            else if (reply[field] is JsonArray array && field.EndsWith("histogram", StringComparison.Ordinal))
                for (var i = 1; i < array.Count; i += 2)
                    array[i] = Times(array[i], times);
    }

    private static JsonNode? Times(JsonNode? value, long times) =>
        value is not null
        && BigInteger.TryParse(value.ToJsonString(), NumberStyles.Integer, CultureInfo.InvariantCulture, out var number)
            ? JsonNode.Parse((number * times).ToString(CultureInfo.InvariantCulture))
            : value?.DeepClone();

    private static JsonNode? Hostile(Case made)
    {
        var text = made.One(HostileValues.Scalars);
        try
        {
            var node = JsonNode.Parse(text);
            node?.ToJsonString();
            return node;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return text;
        }
    }
}
