using System.Xml;

namespace Pingmark.TestRun.Results;

/// <summary>The results that a layer's tools left in a folder.</summary>
internal static class ResultFiles
{
    public static IReadOnlyList<TestResult> Read(string folder) =>
        !Directory.Exists(folder) ? [] : [.. All(folder, "*.trx", Trx.Read), .. All(folder, "*.xml", JUnit.Read)];

    private static IEnumerable<TestResult> All(
        string folder,
        string pattern,
        Func<string, IEnumerable<TestResult>> read
    ) => Directory.EnumerateFiles(folder, pattern).Order(StringComparer.Ordinal).SelectMany(file => Whole(file, read));

    /// <summary>A tool that was killed leaves half a file.</summary>
    private static IReadOnlyList<TestResult> Whole(string file, Func<string, IEnumerable<TestResult>> read)
    {
        try
        {
            return [.. read(file)];
        }
        catch (XmlException e)
        {
            return
            [
                new(Path.GetFileName(file), Outcome.Failed, 0, $"its results end before they are whole: {e.Message}"),
            ];
        }
    }
}
