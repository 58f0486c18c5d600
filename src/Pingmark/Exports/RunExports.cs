namespace Pingmark.Exports;

/// <summary>The forms in which a run can be exported for other programs.</summary>
public static class RunExports
{
    public static readonly IReadOnlyList<Exporter> All =
    [
        HistogramLog.Exporter,
        MetricsText.Prometheus,
        MetricsText.OpenMetrics,
        CsvExport.Exporter,
        JsonExport.Exporter,
    ];
}
