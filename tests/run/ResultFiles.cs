using System.Xml;
using System.Xml.Linq;

namespace Pingmark.TestRun;

internal enum Outcome
{
    Passed,
    Failed,
    Skipped,
}

/// <summary>One test of whatever language.</summary>
/// <param name="Message">What went wrong, or why it was skipped.</param>
internal sealed record TestResult(string Name, Outcome Outcome, string Message);

/// <summary>The results that a layer's tools left in its folder.</summary>
internal static class ResultFiles
{
    private static readonly XNamespace Names = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    public static IEnumerable<TestResult> Read(string folder) =>
        Directory
            .EnumerateFiles(folder)
            .Order(StringComparer.Ordinal)
            .SelectMany(file =>
                Path.GetExtension(file) switch
                {
                    ".trx" => Elements(file, Names + "UnitTestResult", OfDotnet),
                    ".xml" => Elements(file, "testcase", OfOthers),
                    ".result" => [OfScripts(file)],
                    _ => [],
                }
            );

    /// <summary>A tool that was killed leaves half a file.</summary>
    private static IEnumerable<TestResult> Elements(string file, XName name, Func<XElement, TestResult> read)
    {
        try
        {
            return XDocument.Load(file).Descendants(name).Select(read);
        }
        catch (XmlException e)
        {
            var problem = $"its results end before they are whole: {e.Message}";
            return [new(Path.GetFileName(file), Outcome.Failed, problem)];
        }
    }

    /// <summary>What <c>dotnet test</c> leaves: a result for each test, and several of one name where a test case has
    /// several.</summary>
    private static TestResult OfDotnet(XElement result)
    {
        var outcome = result.Attribute("outcome")?.Value switch
        {
            "Passed" => Outcome.Passed,
            "NotExecuted" => Outcome.Skipped,
            _ => Outcome.Failed,
        };
        var error = result.Descendants(Names + "ErrorInfo").Elements().Select(part => part.Value);
        var said = string.Concat(result.Descendants(Names + "StdOut").Select(part => part.Value));
        var message = string.Join('\n', error).Trim();
        return new(result.Attribute("testName")?.Value ?? "?", outcome, message.Length > 0 ? message : said.Trim());
    }

    /// <summary>What Maven's surefire, CMake's ctest and Node leave. ctest repeats the test's name as its
    /// class.</summary>
    private static TestResult OfOthers(XElement test)
    {
        var (group, name) = (test.Attribute("classname")?.Value ?? "", test.Attribute("name")?.Value ?? "?");
        var problem = test.Element("failure") ?? test.Element("error");
        var reason = problem ?? test.Element("skipped");
        var said = problem is null ? "" : test.Element("system-out")?.Value;
        return new(
            group.Length == 0 || group == name ? name : $"{group}.{name}",
            problem is not null ? Outcome.Failed
                : reason is not null ? Outcome.Skipped
                : Outcome.Passed,
            $"{reason?.Attribute("message")?.Value}\n{reason?.Value}\n{said}".Trim()
        );
    }

    /// <summary>What <c>result</c> of <c>layer.sh</c> leaves: outcome, name and message.</summary>
    private static TestResult OfScripts(string file)
    {
        var parts = File.ReadAllText(file).Split('\n', 3);
        return new(parts[1], Enum.Parse<Outcome>(parts[0], ignoreCase: true), parts[2].Trim());
    }
}
