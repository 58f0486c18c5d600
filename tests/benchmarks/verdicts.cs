#:property PublishAot=false
// Prints the comparison of each run folder that it is given, and counts the verdicts.
using System.Globalization;
using System.Text.Json;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var verdicts = new List<string>();
var halfWidths = new List<double>();
foreach (var run in args)
{
    using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(run, "summary.json")));
    var comparisons = summary
        .RootElement.GetProperty("comparisons")
        .EnumerateArray()
        .Where(c => c.GetProperty("metric").GetString() == "throughput_per_s")
        .ToList();
    if (comparisons.Count != 1)
    {
        verdicts.Add("without a verdict");
        Console.WriteLine($"{Path.GetFileName(run)}: {string.Join("; ", Reasons(summary.RootElement))}");
        continue;
    }
    var comparison = comparisons[0];
    var verdict = comparison.GetProperty("verdict").GetString()!;
    var ratio = comparison.GetProperty("ratio");
    var interval = "no interval";
    if (Bound("ci_low") is { } low && Bound("ci_high") is { } high)
    {
        halfWidths.Add(Math.Sqrt(high / low) - 1);
        interval = $"[{low:F3}, {high:F3}] ± {halfWidths[^1]:P1}";
    }
    verdicts.Add(verdict);
    var said = Bound("value") is { } value ? $"{value:F3} {interval}" : interval;
    Console.WriteLine($"{Path.GetFileName(run)}: {verdict} {said}");

    double? Bound(string key) =>
        ratio.ValueKind == JsonValueKind.Object && ratio.GetProperty(key).ValueKind == JsonValueKind.Number
            ? ratio.GetProperty(key).GetDouble()
            : null;
}
Console.WriteLine(string.Join(", ", verdicts.GroupBy(v => v).Select(same => $"{same.Count()} {same.Key}")));
if (halfWidths.Count > 0)
    Console.WriteLine(
        $"half-widths: median {halfWidths.Order().ElementAt(halfWidths.Count / 2):P1}, widest {halfWidths.Max():P1}; "
            + $"{verdicts.Count - halfWidths.Count} without an interval"
    );

static IEnumerable<string?> Reasons(JsonElement summary) =>
    summary
        .GetProperty("cells")
        .EnumerateArray()
        .SelectMany(cell => cell.GetProperty("reasons").EnumerateArray())
        .Select(reason => reason.GetString());
