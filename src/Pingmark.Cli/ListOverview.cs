using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>Lists suites and stacks in short: what <c>pingmark list</c> says without a word behind it.</summary>
internal static class ListOverview
{
    private const int NameColumns = 26;

    public static void Write(TextWriter output, IReadOnlyList<SuiteListing> suites, IReadOnlyList<string> stacks)
    {
        output.WriteLine("Suites, for `pingmark run SUITE`:");
        foreach (var suite in suites)
            output.WriteLine($"  {suite.Name, -NameColumns} {InShort(suite.About)}");
        output.WriteLine();
        output.WriteLine("Stacks, for `--stacks`; `pingmark list stacks` says which can run here:");
        foreach (var language in stacks.GroupBy(stack => stack.Split('/')[0]))
            output.WriteLine($"  {language.Key}/: {string.Join(", ", language.Select(NameOf))}");
    }

    /// <summary>The first of several sentences, on one line.</summary>
    private static string InShort(string about) => about.Split('\n')[0].Split(". ")[0];

    private static string NameOf(string stack) => stack[(stack.IndexOf('/') + 1)..];

    public static int Write()
    {
        var installation = Installation.Find();
        Write(Console.Out, installation.Suites.List(), installation.Workers.Stacks);
        return ExitCode.Ok;
    }
}
