using System.Xml.Linq;
using Pingmark.Comparing;

namespace Pingmark.Reports;

/// <summary>Writes a comparison of two runs as JUnit XML, one test case a cell, which builds show as the result of
/// tests.</summary>
public static class JUnitReport
{
    /// <param name="Problem">What is wrong, and the element for it: a regression is a failure, what could not be judged
    /// is an error; null where nothing is wrong.</param>
    private sealed record Case(string ClassName, string Name, string Text, (string Element, string Message)? Problem);

    public static string Render(RunComparison comparison)
    {
        var cases = Cases(comparison).ToList();
        int Count(string element) => cases.Count(one => one.Problem?.Element == element);
        var suite = new XElement(
            "testsuite",
            Attribute("name", comparison.Run.Suite),
            Attribute("tests", $"{cases.Count}"),
            Attribute("failures", $"{Count("failure")}"),
            Attribute("errors", $"{Count("error")}"),
            Attribute("skipped", $"{Count("skipped")}"),
            cases.Select(Element)
        );
        var suites = new XElement("testsuites", Attribute("name", "pingmark compare"), suite);
        return $"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{suites}\n";
    }

    private static IEnumerable<Case> Cases(RunComparison comparison)
    {
        var headline = ComparisonSentences.Headline(comparison);
        var differences = string.Join('\n', comparison.Differences.Select(ComparisonSentences.Difference));
        if (!comparison.Comparable)
            yield return new("pingmark", "comparable", differences, ("error", headline));
        if (comparison.Gate is GateVerdict.Incomplete)
            yield return new("pingmark", "gate", "", ("error", headline));
        foreach (var cell in comparison.Cells)
            yield return new(cell.Stack, cell.Id, string.Join('\n', cell.Figures.Select(Line)), Problem(cell));
        foreach (var id in comparison.OnlyInBaseline)
            yield return new("pingmark", id, "", ("error", "only in the baseline"));
    }

    private static (string, string)? Problem(ComparedCell cell) =>
        cell.Figures.Where(f => f.IsRegression).Select(Line).ToList() is { Count: > 0 } worse
            ? ("failure", string.Join("; ", worse))
        : cell.Reasons.Count > 0 ? (cell.IsMissing ? "error" : "skipped", string.Join("; ", cell.Reasons))
        : cell.IsReference ? ("skipped", "reference")
        : cell.Figures.Count == 0 ? ("skipped", "no figure is in both runs")
        : null;

    private static string Line(ComparedFigure figure) =>
        $"{ComparisonSentences.Title(figure.Metric)}: {ComparisonSentences.Value(figure.Metric, figure.Baseline)} to "
        + $"{ComparisonSentences.Value(figure.Metric, figure.Run)}, without drift {ComparisonSentences.Ratio(figure)}";

    private static XElement Element(Case one) =>
        new(
            "testcase",
            Attribute("classname", one.ClassName),
            Attribute("name", one.Name),
            one.Problem is { } problem ? new XElement(problem.Element, Attribute("message", problem.Message)) : null,
            one.Text.Length > 0 ? new XElement("system-out", TerminalSafeText.Plain(one.Text)) : null
        );

    private static XAttribute Attribute(string name, string value) => new(name, TerminalSafeText.Plain(value));
}
