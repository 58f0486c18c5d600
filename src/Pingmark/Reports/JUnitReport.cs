using System.Globalization;
using System.Xml.Linq;
using Pingmark.Comparing;

namespace Pingmark.Reports;

/// <summary>Writes a comparison of two runs as JUnit XML, one test case a cell, which builds show as the result of
/// tests.</summary>
public static class JUnitReport
{
    /// <param name="Problem">Null where nothing is wrong.</param>
    /// <param name="MeasuredS">How long it was measured, in seconds; 0 where nothing was.</param>
    private sealed record Case(string ClassName, string Name, string Text, Problem? Problem, double MeasuredS = 0);

    /// <param name="Element">A regression is a failure, what could not be judged is an error.</param>
    /// <param name="Type">In a word; null for what is skipped, which has none.</param>
    private sealed record Problem(string Element, string? Type, string Message);

    public static string Render(RunComparison comparison)
    {
        var cases = Cases(comparison).ToList();
        int Count(string element) => cases.Count(one => one.Problem?.Element == element);
        var time = Time(cases.Sum(one => one.MeasuredS));
        var suite = new XElement(
            "testsuite",
            Attribute("name", comparison.Run.Suite),
            Attribute("tests", $"{cases.Count}"),
            Attribute("failures", $"{Count("failure")}"),
            Attribute("errors", $"{Count("error")}"),
            Attribute("skipped", $"{Count("skipped")}"),
            time,
            cases.Select(Element)
        );
        var suites = new XElement("testsuites", Attribute("name", "pingmark compare"), time, suite);
        return $"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{suites}\n";
    }

    private static IEnumerable<Case> Cases(RunComparison comparison)
    {
        var headline = ComparisonSentences.Headline(comparison);
        var differences = string.Join('\n', comparison.Differences.Select(ComparisonSentences.Difference));
        if (!comparison.Comparable)
            yield return new("pingmark", "comparable", differences, new("error", "not-comparable", headline));
        if (comparison.Gate is GateVerdict.Incomplete)
            yield return new("pingmark", "gate", "", new("error", "incomplete", headline));
        foreach (var cell in comparison.Cells)
            yield return new(
                cell.Stack,
                cell.Id,
                string.Join('\n', cell.Figures.Select(Line)),
                ProblemOf(cell),
                cell.MeasuredS
            );
        foreach (var id in comparison.OnlyInBaseline)
            yield return new("pingmark", id, "", new("error", "missing", "only in the baseline"));
    }

    private static Problem? ProblemOf(ComparedCell cell) =>
        cell.Figures.Where(f => f.IsRegression).Select(Line).ToList() is { Count: > 0 } worse
            ? new("failure", "regression", string.Join("; ", worse))
        : cell.IsMissing ? new("error", "missing", string.Join("; ", cell.Reasons))
        : cell.Reasons.Count > 0 ? Skipped(string.Join("; ", cell.Reasons))
        : cell.IsReference ? Skipped("reference")
        : cell.Figures.Count == 0 ? Skipped("no figure is in both runs")
        : null;

    private static Problem Skipped(string message) => new("skipped", Type: null, message);

    private static string Line(ComparedFigure figure) =>
        $"{ComparisonSentences.Title(figure.Metric)}: {ComparisonSentences.Value(figure.Metric, figure.Baseline)} to "
        + $"{ComparisonSentences.Value(figure.Metric, figure.Run)}, without drift {ComparisonSentences.Ratio(figure)}";

    private static XElement Element(Case one) =>
        new(
            "testcase",
            Attribute("classname", one.ClassName),
            Attribute("name", one.Name),
            Time(one.MeasuredS),
            one.Problem is { } problem ? Element(problem) : null,
            one.Text.Length > 0 ? new XElement("system-out", TerminalSafeText.Plain(one.Text)) : null
        );

    private static XElement Element(Problem problem) =>
        new(
            problem.Element,
            Attribute("message", problem.Message),
            problem.Type is { } type ? Attribute("type", type) : null
        );

    /// <returns>Null where nothing was measured: builds take 0 for a time.</returns>
    private static XAttribute? Time(double seconds) =>
        seconds > 0 ? new("time", seconds.ToString("0.000", CultureInfo.InvariantCulture)) : null;

    private static XAttribute Attribute(string name, string value) => new(name, TerminalSafeText.Plain(value));
}
