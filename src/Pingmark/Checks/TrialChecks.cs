using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What a check of a trial looks at.</summary>
internal sealed record MeasuredTrial(TrialRecord Trial, Cell Cell)
{
    public Scenario Scenario => Cell.Scenario;
}

/// <summary>Runs the checks of trials.</summary>
public static class TrialChecks
{
    /// <param name="records">The trials of the run; those of other cells are left out.</param>
    public static IReadOnlyList<JudgedTrial> Judge(IReadOnlyList<Cell> cells, IReadOnlyList<TrialRecord> records)
    {
        var byId = cells.ToDictionary(cell => cell.Id);
        return
        [
            .. records
                .Where(record => byId.ContainsKey(record.Cell))
                .Select(record => new JudgedTrial(record, Find(byId[record.Cell], record))),
        ];
    }

    /// <param name="records">The trials of that cell.</param>
    public static IReadOnlyList<JudgedTrial> Judge(Cell cell, IReadOnlyList<TrialRecord> records) =>
        [.. records.Select(record => new JudgedTrial(record, Find(cell, record)))];

    private static IReadOnlyList<Finding> Find(Cell cell, TrialRecord record) =>
        record is { Status: CellStatus.Ok, Unbroken: not null }
            ? [.. CheckList.OfTrials.SelectMany(check => check.Judge(new(record, cell)))]
            : [];
}
