using System.Text.Json;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>The texts of a run folder as plans and trials. They may come from anybody: what could not have been
/// measured is refused with file and line, so that all that follows can count on it.</summary>
internal static class RunFiles
{
    /// <exception cref="BadInputException">It is damaged, or of a version that is not known here.</exception>
    public static RunInfo Info(string text, string file)
    {
        // The schema comes first: a run of another version should say so, not complain about a key.
        if (Parse<Header>(text, file, 1).Schema is { } schema && schema != RunInfo.CurrentSchema)
            throw new BadInputException(
                $"{file} has the schema {schema}, this pingmark reads {RunInfo.CurrentSchema}; "
                    + "use the version that made it"
            );
        var info = Parse<RunInfo>(text, file, 1);
        if (info.Cells.Count == 0 || info.Cells.DistinctBy(c => c.Id).Count() != info.Cells.Count)
            throw new BadInputException($"{file} has no cells, or two of one id");
        if (info.Cells.Count > Suite.MostCells)
            throw new BadInputException($"{file} has {info.Cells.Count} cells; {Suite.MostCells} are the most");
        if (info.Cells.FirstOrDefault(cell => !Plausible.Is(cell.Scenario)) is { } odd)
            throw new BadInputException($"{file}: the scenario of {odd.Id} can't be measured");
        return info;
    }

    /// <exception cref="BadInputException">A line is damaged.</exception>
    public static IReadOnlyList<TrialRecord> Trials(IEnumerable<(int Number, string Text)> lines, string file)
    {
        var trials = new List<TrialRecord>();
        var measured = new HashSet<(string Cell, int Block)>();
        foreach (var (number, text) in lines)
        {
            if (text.Length == 0)
                continue;
            var trial = Parse<TrialRecord>(text, file, number);
            if (Plausible.Problem(trial) is { } problem)
                throw new BadInputException($"{file}:{number}: {problem}");
            // Trials of one block are compared one by one, so there is one of each cell.
            if (trial is { Status: CellStatus.Ok, Unbroken: not null } && !measured.Add((trial.Cell, trial.Block)))
                throw new BadInputException(
                    $"{file}:{number}: {trial.Cell} was measured in block {trial.Block} before"
                );
            trials.Add(trial);
        }
        return trials;
    }

    private static T Parse<T>(string json, string file, int line)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, SummaryJson.Strict)
                ?? throw new BadInputException($"{file}:{line}: is empty");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{file}:{line + (e.LineNumber ?? 0)}: {e.Message}");
        }
    }

    private sealed record Header(string? Schema = null);
}
