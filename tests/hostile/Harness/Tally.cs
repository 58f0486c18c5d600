namespace Pingmark.Hostile.Tests.Harness;

/// <summary>Counts what was tried on Pingmark and what it survived, a row a class of faults. `./test` prints the rows
/// of the file that PINGMARK_TALLY names; without it they are not kept.</summary>
internal static class Tally
{
    private const string FileVariable = "PINGMARK_TALLY";
    private static readonly Lock Writing = new();

    /// <param name="faults">What was tried, in words that a row of a table begins with.</param>
    /// <param name="tried">How many of them.</param>
    /// <param name="survived">How many of these came to what is promised: at most as many.</param>
    public static void Add(string faults, long tried, long survived)
    {
        if (Environment.GetEnvironmentVariable(FileVariable) is { Length: > 0 } file)
            lock (Writing)
                File.AppendAllText(file, $"{faults}\t{tried}\t{survived}\n");
    }
}
