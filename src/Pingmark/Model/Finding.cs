namespace Pingmark.Model;

/// <summary>How much a finding matters. What follows from a severity is decided here, and nowhere else.</summary>
public enum FindingSeverity
{
    /// <summary>All is as it should be.</summary>
    Ok,

    /// <summary>Figures are to be read with it in mind.</summary>
    Note,

    /// <summary>Figures may be wrong.</summary>
    Warning,

    /// <summary>The trial is kept and shown, and no figure uses it. While other trials of its cell are left this is a
    /// warning; where none is, the cell is invalid.</summary>
    Withheld,

    /// <summary>The figures of the cell, or of the run, must not be used.</summary>
    Invalid,
}

/// <summary>What a check has found.</summary>
public sealed record Finding(CheckRow Check, FindingSeverity Severity, Sentence Sentence)
{
    /// <summary>What mends this finding; empty where nothing does, or where <see cref="CheckRow.Remedy"/> says
    /// all.</summary>
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

    public IEnumerable<Finding> Withholding => Findings.Where(finding => finding.Withholds);
}
