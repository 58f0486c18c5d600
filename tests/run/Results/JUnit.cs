using System.Globalization;
using System.Xml.Linq;

namespace Pingmark.TestRun.Results;

/// <summary>What Maven's surefire and CMake's ctest leave.</summary>
internal static class JUnit
{
    public static IEnumerable<TestResult> Read(string file) =>
        XDocument.Load(file).Descendants("testcase").Select(Read);

    private static TestResult Read(XElement test)
    {
        var problem = test.Element("failure") ?? test.Element("error");
        var skipped = test.Element("skipped");
        var said = test.Element("system-out")?.Value ?? "";
        return new(
            Name(test),
            problem is not null ? Outcome.Failed
                : skipped is not null ? Outcome.Skipped
                : Outcome.Passed,
            double.TryParse(
                (string?)test.Attribute("time"),
                NumberStyles.Float,
                CultureInfo.InvariantCulture,
                out var seconds
            )
                ? seconds
                : 0,
            Message(problem ?? skipped, problem is null ? "" : said),
            said
        );
    }

    /// <summary>ctest repeats the test's name as its class.</summary>
    private static string Name(XElement test)
    {
        var (group, name) = ((string?)test.Attribute("classname") ?? "", (string?)test.Attribute("name") ?? "?");
        return group.Length == 0 || group == name ? name : $"{group}.{name}";
    }

    private static string Message(XElement? problem, string said) =>
        problem is null ? "" : $"{(string?)problem.Attribute("message")}\n{problem.Value}\n{said}".Trim();
}
