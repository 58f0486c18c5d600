using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says who is fastest: <c>cpp/tcp-epoll is fastest with 16 connections (p50 72 µs, p99 182 µs, server CPU 5.6
/// µs/msg); java/tcp-nio may be as fast</c>.</summary>
internal static class FastestWords
{
    /// <summary>What a reader asks of the fastest. A message that goes one way has no round trip of its own.</summary>
    private static readonly IReadOnlyList<(string Name, string Metric, string After)> RoundTrips =
    [
        ("p50", Metric.P50.Key, ""),
        ("p99", "rtt_p99_ns", ""),
        ("server CPU", Metric.ServerCpu.Key, "/msg"),
    ];

    private static readonly IReadOnlyList<(string Name, string Metric, string After)> OneWay =
    [
        ("rate", Metric.Throughput.Key, ""),
        ("server CPU", Metric.ServerCpu.Key, "/msg"),
    ];

    /// <summary>The sentence about rankings that say the same.</summary>
    /// <param name="alike">Rankings of scenarios that follow each other, with the same outcome.</param>
    /// <param name="label">The scenarios in words, with a blank before them.</param>
    /// <param name="isNamed">Whether figures have their names, which need not be repeated.</param>
    public static string Sentence(IReadOnlyList<Ranking> alike, string label, AnswerDetail detail, bool isNamed)
    {
        var first = alike[0];
        string Name(CellSummary cell) => first.Group.Name(cell);
        if (first.Usable.Count == 0)
            return $"no figure that can be used{label}";
        if (first.IsAlone)
            return $"{Name(first.Usable[0])}{(first.Group.Cells.Count > 1 ? " alone" : "")}{label}"
                + $"{Figures(alike, one => one.Usable[0], detail, isNamed)}";
        if (first.Compared == 0)
            return $"nothing could be compared with {Name(first.Group.Baseline)}{label}";
        if (first.Fastest is not { } fastest)
            return $"nothing is decided{label}"
                + Figures(alike, one => one.Group.Baseline, detail, isNamed, $"{Name(first.Group.Baseline)}: ");
        return string.Concat(
            Name(fastest),
            first.IsOfDecidedAlone ? " is fastest of what is decided" : " is fastest",
            label,
            Figures(alike, one => one.Fastest!, detail, isNamed),
            AreAlike(alike, one => one.AsFast)
                ? Others(first.AsFast, Name, detail.Others, "is as fast", "are as fast")
                : "",
            AreAlike(alike, one => one.MaybeAsFast)
                ? Others(first.MaybeAsFast, Name, detail.Others, "may be as fast", "may be as fast")
                : "",
            detail.HasNext && alike.Count == 1 && first.Next is { } next
                ? $"; next is {Name(next.Cell)}, {Times(first, next.Ratio)}"
                : ""
        );
    }

    /// <summary>The names of cells that an outcome is about, by which equal outcomes are found.</summary>
    public static string Outcome(Ranking ranking, bool byFastest)
    {
        string Names(IEnumerable<CellSummary> cells) => string.Join('\n', cells.Select(ranking.Group.Name));
        return string.Join(
            '\0',
            ranking.Usable.Count == 0,
            ranking.Compared == 0,
            ranking.IsAlone ? ranking.Group.Name(ranking.Usable[0]) : "",
            ranking.Fastest is { } fastest ? ranking.Group.Name(fastest) : "",
            ranking.IsOfDecidedAlone,
            byFastest ? "" : Names(ranking.AsFast),
            byFastest ? "" : Names(ranking.MaybeAsFast)
        );
    }

    private static bool AreAlike(IReadOnlyList<Ranking> alike, Func<Ranking, IReadOnlyList<CellSummary>> of) =>
        alike.Select(one => string.Join('\n', of(one).Select(one.Group.Name))).Distinct().Count() == 1;

    private static string Times(Ranking ranking, Estimate ratio) =>
        EstimateText.Ratio(ratio) + (ranking.Metric == Metric.Throughput ? "" : $" the {ranking.Metric.Title}");

    private static string Others(
        IReadOnlyList<CellSummary> cells,
        Func<CellSummary, string> name,
        int most,
        string one,
        string several
    )
    {
        if (cells.Count == 0)
            return "";
        var named = cells.Take(cells.Count <= most ? most : Math.Max(0, most - 1)).Select(name).ToList();
        var rest = cells.Count - named.Count;
        var all = rest == 0 ? named : [.. named, named.Count == 0 ? $"{rest} others" : $"{rest} more"];
        return $"; {WordList.Join(all, "and")} {(cells.Count == 1 ? one : several)}";
    }

    private static string Figures(
        IReadOnlyList<Ranking> alike,
        Func<Ranking, CellSummary> of,
        AnswerDetail detail,
        bool isNamed,
        string whose = ""
    )
    {
        if (!detail.HasFigures)
            return "";
        var cells = alike.Select(of).ToList();
        var asked = alike[0].Group.Scenario.Load.IsOneWay ? OneWay : RoundTrips;
        var figures = asked
            .Select(one => (one.Name, Text: Text(cells, Metric.Find(one.Metric)!), one.After))
            .Where(one => one.Text.Length > 0)
            .Select(one => isNamed ? $"{one.Name} {one.Text}{one.After}" : one.Text)
            .ToList();
        var crowded = cells.Exists(cell => cell.Crowded) ? "; crowded" : "";
        return figures.Count == 0 ? "" : $" ({whose}{string.Join(", ", figures)}{crowded})";
    }

    /// <summary>The figure of a cell, or the least and the most of several; empty where one lacks it.</summary>
    private static string Text(IReadOnlyList<CellSummary> cells, Metric metric)
    {
        var values = cells.Select(metric.EstimateOf).OfType<Estimate>().Select(one => one.Value).ToList();
        if (values.Count < cells.Count)
            return "";
        var rough = cells.Any(metric.IsRough) ? ReportSentences.Rough : "";
        return rough + new Quantity(metric.Key, values.Min(), values.Max(), metric.Format).Text;
    }
}
