using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with charts of all figures, percentiles, and trials over time.</summary>
internal static class ChartsSection
{
    private const string NoCharts =
        "This pingmark was built without Node.js, which makes the charts. To have them: apt-get install nodejs npm, "
        + "then dotnet build src/Pingmark.Cli -c Release, then pingmark report on this folder.";

    public static Section BuildFirst(RunSource run) => new(run.HasCharts ? [new FirstChart()] : Array.Empty<Block>());

    public static Section Build(RunSource run) => Build(run.HasCharts);

    public static Section Build(bool hasCharts) => new("charts", "Charts", [new Charts(hasCharts ? "" : NoCharts)]);
}
