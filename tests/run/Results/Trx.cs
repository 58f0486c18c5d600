using System.Globalization;
using System.Xml.Linq;

namespace Pingmark.TestRun.Results;

/// <summary>What `dotnet test` leaves: a result for each test, and several of one name where a test case has
/// several.</summary>
internal static class Trx
{
    private static readonly XNamespace Names = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    public static IEnumerable<TestResult> Read(string file) =>
        XDocument.Load(file).Descendants(Names + "UnitTestResult").Select(Read);

    private static TestResult Read(XElement result)
    {
        var output = result.Element(Names + "Output");
        var said = output?.Element(Names + "StdOut")?.Value ?? "";
        var error = output?.Element(Names + "ErrorInfo");
        var message = error?.Element(Names + "Message")?.Value ?? "";
        var stack = error?.Element(Names + "StackTrace")?.Value ?? "";
        var outcome = (string?)result.Attribute("outcome") switch
        {
            "Passed" => Outcome.Passed,
            "NotExecuted" => Outcome.Skipped,
            _ => Outcome.Failed,
        };
        return new(
            (string?)result.Attribute("testName") ?? "?",
            outcome,
            Seconds((string?)result.Attribute("duration")),
            outcome == Outcome.Skipped && message.Length == 0 ? said.Trim() : $"{message}\n{stack}".Trim(),
            said
        );
    }

    private static double Seconds(string? duration) =>
        TimeSpan.TryParse(duration, CultureInfo.InvariantCulture, out var time) ? time.TotalSeconds : 0;
}
