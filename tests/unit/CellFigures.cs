using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Tests;

/// <summary>Figures of cells by the keys of their metrics, as tests read and make them.</summary>
internal static class CellFigures
{
    /// <summary>Null where it is not known.</summary>
    public static Estimate? Figure(this CellSummary cell, string key) => Metric.Find(key)!.EstimateOf(cell);

    public static CellSummary With(this CellSummary cell, params (string Key, Estimate? Value)[] figures) =>
        figures.Aggregate(cell, (filled, figure) => Metric.Find(figure.Key)!.Put(filled, figure.Value));
}
