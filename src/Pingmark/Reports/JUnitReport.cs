using System.Text;
using System.Xml;
using Pingmark.Comparing;

namespace Pingmark.Reports;

/// <summary>A comparison of two runs as JUnit XML, one test case a cell: what builds show as the result of
/// tests.</summary>
public static class JUnitReport
{
    private sealed record Case(string ClassName, string Name, string Text)
    {
        /// <summary>What is the matter, and in which element: a regression is a failure, what could not be told an
        /// error.</summary>
        public (string Element, string Message)? Problem { get; init; }
    }

    public static string Render(RunComparison comparison)
    {
        var cases = Cases(comparison).ToList();
        var text = new StringBuilder();
        var settings = new XmlWriterSettings
        {
            Indent = true,
            NewLineChars = "\n",
            OmitXmlDeclaration = true,
        };
        using (var xml = XmlWriter.Create(text, settings))
        {
            xml.WriteStartElement("testsuites");
            Attribute(xml, "name", "pingmark compare");
            xml.WriteStartElement("testsuite");
            Attribute(xml, "name", comparison.Run.Suite);
            Attribute(xml, "tests", $"{cases.Count}");
            foreach (
                var (attribute, element) in new[]
                {
                    ("failures", "failure"),
                    ("errors", "error"),
                    ("skipped", "skipped"),
                }
            )
                Attribute(xml, attribute, $"{cases.Count(c => c.Problem?.Element == element)}");
            foreach (var one in cases)
                Write(xml, one);
        }
        return $"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{text}\n";
    }

    private static IEnumerable<Case> Cases(RunComparison comparison)
    {
        if (!comparison.Comparable)
            yield return new(
                "pingmark",
                "comparable",
                string.Join('\n', comparison.Differences.Select(ComparisonWords.Difference))
            )
            {
                Problem = ("error", ComparisonWords.Headline(comparison)),
            };
        if (comparison.Gate is GateVerdict.Incomplete)
            yield return new("pingmark", "gate", "") { Problem = ("error", ComparisonWords.Headline(comparison)) };
        foreach (var cell in comparison.Cells)
            yield return new(cell.Stack, cell.Id, string.Join('\n', cell.Figures.Select(Line)))
            {
                Problem = Problem(cell),
            };
        foreach (var id in comparison.OnlyInBaseline)
            yield return new("pingmark", id, "") { Problem = ("error", "only in the baseline") };
    }

    private static (string, string)? Problem(ComparedCell cell) =>
        cell.Figures.Where(f => f.IsRegression).Select(Line).ToList() is { Count: > 0 } worse
            ? ("failure", string.Join("; ", worse))
        : cell.Reasons.Count > 0 ? (cell.IsMissing ? "error" : "skipped", string.Join("; ", cell.Reasons))
        : cell.IsReference ? ("skipped", "reference")
        : cell.Figures.Count == 0 ? ("skipped", "no figure is in both runs")
        : null;

    private static string Line(ComparedFigure figure) =>
        $"{ComparisonWords.Title(figure.Metric)}: {ComparisonWords.Value(figure.Metric, figure.Baseline)} to "
        + $"{ComparisonWords.Value(figure.Metric, figure.Run)}, without drift {ComparisonWords.Ratio(figure)}";

    private static void Write(XmlWriter xml, Case one)
    {
        xml.WriteStartElement("testcase");
        Attribute(xml, "classname", one.ClassName);
        Attribute(xml, "name", one.Name);
        if (one.Problem is { } problem)
        {
            xml.WriteStartElement(problem.Element);
            Attribute(xml, "message", problem.Message);
            xml.WriteEndElement();
        }
        if (one.Text.Length > 0)
            xml.WriteElementString("system-out", Shown.Plain(one.Text));
        xml.WriteEndElement();
    }

    private static void Attribute(XmlWriter xml, string name, string value) =>
        xml.WriteAttributeString(name, Shown.Plain(value));
}
