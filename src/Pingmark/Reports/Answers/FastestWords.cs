using Pingmark.Checks;
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

    private const string Server = "server ";

    private const string Unresolved = ": the differences are smaller than this run can resolve",
        OneRound = ": one start of the processes can't tell what another would give";

    /// <summary>What a heading says of bare lines: <c>: the fastest by rate (p50, p99, server
    /// CPU/msg)</c>.</summary>
    public static string Heading(Scenario scenario) =>
        $": the fastest by {(scenario.HeadlineMetric == Metric.Throughput.Key ? "rate" : "p50")} "
        + $"({string.Join(", ", Asked(scenario).Select(one => one.Name + one.After))})";

    private static IReadOnlyList<(string Name, string Metric, string After)> Asked(Scenario scenario) =>
        scenario.Load.IsOneWay ? OneWay : RoundTrips;

    /// <summary>What parts of a class say, one after the other.</summary>
    /// <param name="parts">Rankings of scenarios that follow each other, with the same outcome in each part.</param>
    /// <param name="label">Names the scenarios of a part, with a blank before them.</param>
    public static string Sentence(
        IReadOnlyList<IReadOnlyList<Ranking>> parts,
        Func<IReadOnlyList<Ranking>, bool, string> label,
        AnswerDetail detail
    )
    {
        var text = "";
        foreach (var (at, alike) in parts.Index())
        {
            // "… is fastest with 1 connection (…), … with 16 (…)": what is said already need not be said again.
            var follows = at > 0 && IsPlain(parts[at - 1][0]) && IsPlain(alike[0]);
            text +=
                at == 0 ? ""
                : follows && detail.IsTerse ? ", "
                : "; ";
            text += Part(alike, label(alike, at > 0 && detail.IsTerse), detail, at == 0, follows && detail.IsTerse);
        }
        return text;
    }

    private static bool IsPlain(Ranking ranking) => ranking is { Fastest: not null, IsOfDecidedAlone: false };

    private static string Part(
        IReadOnlyList<Ranking> alike,
        string label,
        AnswerDetail detail,
        bool isFirst,
        bool follows
    )
    {
        var first = alike[0];
        string Name(CellSummary cell) => first.Group.Name(cell);
        if (first.Group.Sides is { Count: > 0 } sides)
            return string.Join("; ", sides.Select(one => SideWords.Sentence(one, label, detail)).Distinct());
        if (first.Usable.Count == 0)
            return $"no usable figure{label}";
        if (first.IsAlone)
            return $"{Name(first.Usable[0])}{(first.Group.Cells.Count > 1 ? " alone" : "")}{label}"
                + $"{Figures(alike, one => one.Usable[0], detail, isFirst)}";
        if (first.Compared == 0)
            return $"nothing can be compared with {Name(first.Group.Baseline)}{label}";
        if (first.Fastest is not { } fastest)
            return $"no verdict yet{label}{(detail.IsTerse ? "" : Why(first))}"
                + (
                    detail.HasOpenFigures
                        ? Figures(
                            alike,
                            one => one.Group.Baseline,
                            detail,
                            isFirst,
                            whose: $"{Name(first.Group.Baseline)}: "
                        )
                        : ""
                );
        return string.Concat(
            Name(fastest),
            follows || detail.IsBare ? ""
                : first.IsOfDecidedAlone ? " is fastest so far"
                : " is fastest",
            label,
            Figures(alike, one => one.Fastest!, detail, isFirst, after: detail.IsTerse ? Counted(alike, detail) : ""),
            detail.IsTerse ? "" : Others(first.AsFast, Name, detail.Others, "is as fast", "are as fast"),
            detail.IsTerse ? "" : Others(first.MaybeAsFast, Name, detail.Others, "may be as fast", "may be as fast"),
            detail.HasNext && alike.Count == 1 && first.Next is { } next
                ? $"; next is {Name(next.Cell)}, {Times(first, next.Ratio)}"
                : ""
        );
    }

    /// <summary>Why there is no verdict.</summary>
    private static string Why(Ranking ranking) =>
        ranking.Group.Headlines.Any(made => ranking.Group.InOneRound(made).Length > 0) ? OneRound : Unresolved;

    /// <summary>The names of cells that an outcome is about, by which equal outcomes are found.</summary>
    public static string Outcome(Ranking ranking, bool byFastest)
    {
        string Names(IEnumerable<CellSummary> cells) => string.Join('\n', cells.Select(ranking.Group.Name));
        return string.Join(
            '\0',
            string.Concat(ranking.Group.Sides.Select(one => SideWords.Sentence(one, "", AnswerDetail.Levels[0]))),
            ranking.Usable.Count == 0,
            ranking.Compared == 0,
            ranking.IsAlone ? ranking.Group.Name(ranking.Usable[0]) : "",
            ranking.Fastest is { } fastest ? ranking.Group.Name(fastest) : "",
            ranking.IsOfDecidedAlone,
            byFastest ? "" : Names(ranking.AsFast),
            byFastest ? "" : Names(ranking.MaybeAsFast)
        );
    }

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
        var named = cells.Take(cells.Count <= most ? most : most - 1).Select(name).ToList();
        var rest = cells.Count - named.Count;
        var all = rest == 0 ? named : [.. named, $"{NumberText.Count(rest)} more"];
        return $"; {WordList.Join(all, "and")} {(cells.Count == 1 ? one : several)}";
    }

    /// <summary>How many others are as fast, or may be, in words that stand behind the figures.</summary>
    private static string Counted(IReadOnlyList<Ranking> alike, AnswerDetail detail)
    {
        var open = detail.IsBare && alike[0].IsOfDecidedAlone ? "so far" : "";
        var counts = alike.Select(one => one.AsFast.Count + one.MaybeAsFast.Count).ToList();
        var upTo = counts.Distinct().Count() > 1 ? "up to " : "";
        var may = alike.Any(one => one.MaybeAsFast.Count > 0) ? "may be " : "";
        var names = alike
            .SelectMany(one => one.AsFast.Concat(one.MaybeAsFast).Select(one.Group.Name))
            .Distinct()
            .ToList();
        var who = names.Count <= detail.Others ? string.Concat(names) : NumberText.Count(counts.Max()) + " more";
        var others = counts.Max() == 0 ? "" : $"{(names.Count <= detail.Others ? "" : upTo)}{who} {may}as fast";
        return string.Join("; ", new[] { open, others }.Where(text => text.Length > 0));
    }

    private static string Figures(
        IReadOnlyList<Ranking> alike,
        Func<Ranking, CellSummary> of,
        AnswerDetail detail,
        bool areNamed,
        string after = "",
        string whose = ""
    )
    {
        var cells = alike.Select(of).ToList();
        var figures = Asked(alike[0].Group.Scenario)
            .Select(one => (one.Name, Text: Text(cells, Metric.Find(one.Metric)!), one.After))
            .Where(one => one.Text.Length > 0)
            .Select(one =>
                areNamed && !detail.IsBare
                    ? $"{(detail.IsTerse ? one.Name.Replace(Server, "") : one.Name)} {one.Text}{one.After}"
                    : one.Text
            );
        var marks = cells.SelectMany(cell => CheckList.Marks(cell.Audits)).Distinct();
        string[] all = [string.Join(", ", figures), string.Join(", ", marks), after];
        var text = string.Join("; ", all.Where(one => one.Length > 0));
        return text.Length == 0 ? "" : $" ({whose}{text})";
    }

    /// <summary>The figure of a cell, those of two in the order of their scenarios, or the least and the most of
    /// several; empty where one lacks it.</summary>
    private static string Text(IReadOnlyList<CellSummary> cells, Metric metric)
    {
        var values = cells.Select(metric.EstimateOf).OfType<Estimate>().Select(one => one.Value).ToList();
        if (values.Count < cells.Count)
            return "";
        var rough = cells.Any(metric.IsRough) ? ReportSentences.Rough : "";
        return rough
            + (
                values.Count == 2
                    ? Both(metric.Format(values[0]), metric.Format(values[1]))
                    : new Quantity(metric.Key, values.Min(), values.Max(), metric.Format).Text
            );
    }

    /// <summary>Two figures, of which the first needs no unit where the second has the same.</summary>
    private static string Both(string first, string second)
    {
        var (one, other) = (first.Split(' '), second.Split(' '));
        return first == second ? first
            : one.Length == 2 && other.Length == 2 && one[1] == other[1] ? $"{one[0]} and {second}"
            : $"{first} and {second}";
    }
}
