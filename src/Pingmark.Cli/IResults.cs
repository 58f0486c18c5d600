using Pingmark.Capacity;

namespace Pingmark.Cli;

/// <summary>The results in a folder, which <c>open</c> and <c>export</c> show or write: those of a run, or of a search
/// for capacities.</summary>
internal interface IResults : IDisposable
{
    /// <summary>What was measured last in the folder of runs is the one whose file of this name is newest.</summary>
    static readonly IReadOnlyList<string> PlanFiles = ["run.json", CapacityFolder.PlanFile];

    /// <exception cref="BadInputException">The folder holds neither, or is damaged.</exception>
    static IResults Open(string folder) =>
        CapacityFolder.Holds(folder) ? new SearchResults(folder) : new RunResults(folder);

    /// <summary>report.html as this program makes it.</summary>
    string Page { get; }

    /// <summary>What is damaged, a sentence each.</summary>
    IReadOnlyList<string> Damages { get; }

    /// <param name="formats">Words of <c>--format</c>; none: all.</param>
    /// <returns>The names and contents of files.</returns>
    /// <exception cref="BadInputException">These results have no such form.</exception>
    IReadOnlyList<(string Name, string Text)> Export(IReadOnlyList<string> formats);

    /// <exception cref="PingmarkException">Nothing draws charts here.</exception>
    Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(CancellationToken cancel);
}
