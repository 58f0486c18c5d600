namespace Pingmark.Model;

/// <summary>What a check looks at.</summary>
public enum CheckScope
{
    /// <summary>One cell in one block: figures against each other and against what is possible.</summary>
    Trial,

    /// <summary>All trials of a cell.</summary>
    Cell,

    /// <summary>Cells that differ in one thing alone.</summary>
    Pair,

    /// <summary>All cells, and how they were measured.</summary>
    Run,

    /// <summary>What figures depend on before anything is measured.</summary>
    Machine,
}

/// <summary>What is known of a check before it has found anything: a row of docs/checks.md.</summary>
/// <param name="Id">The name of its findings in summary.json and in reports.</param>
/// <param name="Meaning">A sentence: what is so where it has found something.</param>
/// <param name="Remedy">A sentence: what the reader can do.</param>
public sealed record CheckRow(string Id, CheckScope Scope, string Meaning, string Remedy)
{
    /// <summary>A busy machine alone can be the cause: another trial may find nothing, and where the user accepts the
    /// noise a warning is left of what would withhold.</summary>
    public bool MayBeNoise { get; init; }

    /// <summary>It holds slices against the unbroken stretch, and withholds nothing where slices are known to
    /// mislead, for no figure comes from them then.</summary>
    public bool DoubtsSlices { get; init; }

    /// <summary>It speaks of cells, too, all of whose trials are withheld.</summary>
    public bool NeedsNoCountedTrial { get; init; }

    /// <summary>A command that finds it ends with <see cref="ExitCode.CellFailed"/>, whatever else was
    /// measured.</summary>
    public bool FailsCommand { get; init; }

    /// <summary>The first thing to know of a run, before what was asked for.</summary>
    public bool ComesFirst { get; init; }

    /// <summary>The check that says the same of the whole run: where it does, cells don't repeat it unless it withholds
    /// their figures.</summary>
    public string? SaidOnceBy { get; init; }
}
