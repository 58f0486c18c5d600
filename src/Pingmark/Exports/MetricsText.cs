using System.Globalization;
using System.Text;
using Pingmark.Model;

namespace Pingmark.Exports;

/// <summary>Writes a run's figures as text for monitoring, in two forms: what a Prometheus
/// scrapes (text format 0.0.4: no units, no infos, no times), and OpenMetrics 1.0, whose samples are of the time at
/// which the run began, so that they can be put into a database afterwards.</summary>
internal static class MetricsText
{
    public static string Render(Summary summary, bool isOpenMetrics)
    {
        var text = new StringBuilder();
        var time = isOpenMetrics
            ? string.Create(CultureInfo.InvariantCulture, $" {summary.StartedAt.ToUnixTimeMilliseconds() / 1e3:0.###}")
            : "";
        foreach (var family in MetricFamily.Collect(summary))
        {
            var sample = family.IsInfo ? $"{family.Name}_info" : family.Name;
            // Only OpenMetrics has a type for infos, whose family lacks what its samples end with.
            var (name, type) = family.IsInfo && isOpenMetrics ? (family.Name, "info") : (sample, "gauge");
            text.Append($"# TYPE {name} {type}\n");
            if (isOpenMetrics && family.Unit.Length > 0)
                text.Append($"# UNIT {name} {family.Unit}\n");
            text.Append($"# HELP {name} {Escaped(family.Help)}\n");
            foreach (var one in family.Samples)
                text.Append(sample).Append(Labels(one)).Append(CultureInfo.InvariantCulture, $" {one.Value:R}{time}\n");
        }
        return text.Append(isOpenMetrics ? "# EOF\n" : "").ToString();
    }

    private static string Labels(MetricSample sample)
    {
        var inside = string.Join(
            ',',
            sample.Labels.Where(label => label.Value.Length > 0).Select(l => $"{l.Name}=\"{Escaped(l.Value)}\"")
        );
        return inside.Length > 0 ? $"{{{inside}}}" : "";
    }

    private static string Escaped(string value) =>
        TerminalSafeText
            .Plain(value)
            .Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
}
