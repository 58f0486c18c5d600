namespace Pingmark.TestRun.Results;

/// <summary>The results that a layer's tools left in a folder.</summary>
internal static class ResultFiles
{
    public static IReadOnlyList<TestResult> Read(string folder) =>
        !Directory.Exists(folder)
            ? []
            :
            [
                .. Directory.EnumerateFiles(folder, "*.trx").Order(StringComparer.Ordinal).SelectMany(Trx.Read),
                .. Directory.EnumerateFiles(folder, "*.xml").Order(StringComparer.Ordinal).SelectMany(JUnit.Read),
            ];
}
