namespace Pingmark.Exports;

/// <summary>The forms in which a run can be exported for other programs.</summary>
public static class RunExports
{
    public static readonly IReadOnlyList<Exporter> All =
    [
        HistogramLog.Exporter,
        OpenMetrics.Exporter,
        CsvExport.Exporter,
        JsonExport.Exporter,
    ];
}
