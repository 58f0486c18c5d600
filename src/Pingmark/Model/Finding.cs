using System.Text.Json.Serialization;

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

    /// <summary>Whether it ends the command with <see cref="ExitCode.CellFailed"/>, whatever else was
    /// measured.</summary>
    public bool FailsCommand { get; init; }

    /// <summary>Whether reports show its finding first, before the figures.</summary>
    public bool ComesFirst { get; init; }

    /// <summary>The mark in the rows of affected cells; empty if a remark is enough.</summary>
    public string Mark { get; init; } = "";

    /// <summary>Its wording, with the remedy, in a report's short answer; empty if it is not mentioned there.</summary>
    public string InAnswer { get; init; } = "";
}

/// <summary>How much a finding matters. What follows from a severity is decided here, and nowhere else.</summary>
public enum FindingSeverity
{
    /// <summary>All is as it should be.</summary>
    Ok,

    /// <summary>Figures are to be read with it in mind.</summary>
    Note,

    /// <summary>Figures may be wrong.</summary>
    Warning,

    /// <summary>No figure uses the trial. A warning while the cell has other trials; without one, the cell is
    /// invalid.</summary>
    Withheld,

    /// <summary>The figures of the cell, or of the run, must not be used.</summary>
    Invalid,
}

/// <summary>What a check has found.</summary>
public sealed record Finding(CheckRow Check, FindingSeverity Severity, Sentence Sentence)
{
    /// <summary>The remedy for this finding; empty if <see cref="CheckRow.Remedy"/> is enough.</summary>
    public string Mend { get; init; } = "";

    public bool Withholds => Severity == FindingSeverity.Withheld;

    /// <summary>The severity as summary.json has it.</summary>
    public AuditVerdict Verdict =>
        Severity switch
        {
            FindingSeverity.Ok => AuditVerdict.Ok,
            FindingSeverity.Note => AuditVerdict.Note,
            FindingSeverity.Warning => AuditVerdict.Warning,
            _ => AuditVerdict.Invalid,
        };

    public Note ToNote() => new(Check.Id, Verdict, Sentence.Text) { Sentence = Sentence };
}

/// <summary>A trial with the findings of all checks of it; a trial that was not measured to its end has none.</summary>
public sealed record JudgedTrial(TrialRecord Trial, IReadOnlyList<Finding> Findings)
{
    public bool WasMeasured => Trial is { Status: CellStatus.Ok, Unbroken: not null };

    public IEnumerable<Finding> WithholdingFindings => Findings.Where(finding => finding.Withholds);
}

/// <summary>What a check says of a cell, or a remark about the whole run.</summary>
public sealed record Note(string Id, AuditVerdict Verdict, string Text)
{
    /// <summary>The text with its values; one that was read from a file is a text without values.</summary>
    [JsonIgnore]
    public Sentence Sentence
    {
        get => field ?? Sentence.Verbatim(Text);
        init;
    }
}
