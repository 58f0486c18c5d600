using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>What <c>list suites</c> tells: each suite with the time that it takes by default.</summary>
internal static class SuiteTable
{
    /// <param name="Takes">How long it takes, for people; empty where nobody can tell.</param>
    /// <param name="BaselineBy">The facts of stacks within which it compares.</param>
    private sealed record Listed(
        string Name,
        string About,
        string Takes,
        int Cells,
        IReadOnlyList<string> Stacks,
        IReadOnlyList<ClassFact> BaselineBy
    );

    public static int List(bool json)
    {
        var installation = Installation.Find();
        var suites = installation.Suites.List().Select(suite => Read(suite, installation.Workers)).ToList();
        if (json)
            Screen.WriteAsJson(suites);
        else
            foreach (var (name, about, takes, _, _, _) in suites)
                Console.WriteLine($"{name, -24} {takes, -7} {about}");
        return ExitCode.Ok;
    }

    /// <summary>A file that can't be read is listed with what is wrong with it.</summary>
    private static Listed Read(SuiteListing suite, WorkerCatalog workers)
    {
        try
        {
            var read = SuiteFile.Load(suite.Path, workers.Stacks, serversOnly: workers.ServersOnly);
            return new(
                suite.Name,
                suite.About,
                SuiteTime.Text(read),
                read.Cells.Count,
                [.. read.Cells.Select(cell => cell.Label).Distinct()],
                read.Settings.BaselineBy
            );
        }
        catch (BadInputException)
        {
            return new(suite.Name, suite.About, "", 0, [], []);
        }
    }
}
