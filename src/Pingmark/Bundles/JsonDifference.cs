using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Bundles;

/// <param name="IsRounding">Whether both are numbers that agree in nine digits, as the last digits of logarithms differ
/// between processors and C libraries.</param>
internal sealed record JsonDifference(string Place, string Has, string Follows, bool IsRounding)
{
    private const double Rounding = 1e-9;
    private const int MaxValueLength = 60;

    public string InWords => $"{Place} is {Cut(Has)}, and {Cut(Follows)} follows";

    /// <returns>All differences; one of the whole where a text is no JSON.</returns>
    public static IReadOnlyList<JsonDifference> Find(string has, string follows)
    {
        try
        {
            return Compare("", JsonNode.Parse(has), JsonNode.Parse(follows)).ToList();
        }
        catch (Exception e) when (e is JsonException or ArgumentException)
        {
            // Keys that are there twice are an ArgumentException.
            return [new("the file", "no JSON", "JSON", false)];
        }
    }

    private static IEnumerable<JsonDifference> Compare(string place, JsonNode? has, JsonNode? follows) =>
        (has, follows) switch
        {
            (JsonObject a, JsonObject b) => a.Select(property => property.Key)
                .Union(b.Select(property => property.Key))
                .SelectMany(key => Compare(place.Length == 0 ? key : $"{place}.{key}", a[key], b[key])),
            (JsonArray a, JsonArray b) when a.Count == b.Count => a.Zip(b)
                .Index()
                .SelectMany(each => Compare($"{place}[{each.Index}]", each.Item.First, each.Item.Second)),
            _ => Text(has) == Text(follows)
                ? []
                : [new(place, Text(has), Text(follows), IsNear(Text(has), Text(follows)))],
        };

    private static string Text(JsonNode? node) => node?.ToJsonString() ?? "null";

    private static bool IsNear(string has, string follows) =>
        double.TryParse(has, NumberStyles.Float, CultureInfo.InvariantCulture, out var a)
        && double.TryParse(follows, NumberStyles.Float, CultureInfo.InvariantCulture, out var b)
        && Math.Abs(a - b) <= Rounding * Math.Max(Math.Abs(a), Math.Abs(b));

    private static string Cut(string text) => text.Length <= MaxValueLength ? text : $"{text[..MaxValueLength]}…";
}
