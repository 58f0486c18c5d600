namespace Pingmark.Model;

/// <summary>What a check looks at.</summary>
public enum CheckScope
{
    /// <summary>One cell in one block: its figures are held against each other and against what is possible.</summary>
    Trial,

    /// <summary>All trials of one cell.</summary>
    Cell,

    /// <summary>All cells of a run, and how they were measured.</summary>
    Run,

    /// <summary>All windows of one cell of a search for capacities.</summary>
    Search,

    /// <summary>The machine, whose state figures depend on before anything is measured.</summary>
    Machine,
}

/// <summary>What is known of a check before it has found anything: a row of docs/checks.md.</summary>
/// <param name="Id">The name of its findings in summary.json and in reports.</param>
/// <param name="Meaning">A sentence that says what is so where the check has found something.</param>
/// <param name="Remedy">A sentence that says what the reader can do.</param>
public sealed record CheckRow(string Id, CheckScope Scope, string Meaning, string Remedy)
{
    /// <summary>Whether the check also looks at cells all of whose trials are withheld.</summary>
    public bool NeedsNoCountedTrial { get; init; }

    /// <summary>Whether a command that finds it ends with <see cref="ExitCode.CellFailed"/>, whatever else was
    /// measured.</summary>
    public bool FailsCommand { get; init; }

    /// <summary>Whether reports show its finding first, before the figures.</summary>
    public bool ComesFirst { get; init; }

    /// <summary>The word that marks the rows of cells in which it has found something; empty where a remark is
    /// enough.</summary>
    public string Mark { get; init; } = "";

    /// <summary>What the answer of a report says of its finding, in few words, with what to do: of a cell's where most
    /// cells have it. Empty where the answer needs no mention of it.</summary>
    public string InAnswer { get; init; } = "";
}
