using Pingmark.Model;

namespace Pingmark.Exports;

/// <summary>A form in which a run can be exported. The same run always gives the same files.</summary>
/// <param name="Name">The word of <c>--format</c>.</param>
/// <param name="Meaning">What the files are, for help.</param>
/// <param name="Files">Makes them: their names, safe for every file system, and their contents.</param>
public sealed record Exporter(
    string Name,
    string Meaning,
    Func<ExportedRun, IReadOnlyList<(string Name, string Text)>> Files
);

/// <summary>What an exporter knows of a run.</summary>
/// <param name="Name">The name of its folder.</param>
public sealed record ExportedRun(string Name, RunInfo Run, IReadOnlyList<TrialRecord> Trials, Summary Summary);
