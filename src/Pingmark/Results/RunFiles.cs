using System.Text.Json;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Results;

/// <summary>Reads plans and trials from the texts of a run folder, which may come from anybody: what could not have
/// been measured is refused or left out, with file and line, so that all other code can rely on the rest.</summary>
internal static class RunFiles
{
    /// <exception cref="BadInputException">The plan is damaged, or of an unknown version.</exception>
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
        if (info.Cells.Count > Suite.MaxCells)
            throw new BadInputException($"{file} has {info.Cells.Count} cells; {Suite.MaxCells} are the most");
        if (info.Cells.FirstOrDefault(cell => !TrialValidation.IsPossible(cell.Scenario)) is { } odd)
            throw new BadInputException($"{file}: the scenario of {odd.Id} can't be measured");
        return info;
    }

    /// <summary>Reads trials: the lines that can be used, and those that can't.</summary>
    /// <param name="file">The file's name, for messages.</param>
    /// <param name="startedAt">When the run was started; null where its plan is damaged, so that it is not
    /// known.</param>
    public static (IReadOnlyList<TrialLine> Lines, IReadOnlyList<string> Bad) Trials(
        IEnumerable<(int Number, string Text)> lines,
        string file,
        RunInfo run,
        DateTimeOffset? startedAt
    )
    {
        var (good, bad) = (new List<TrialLine>(), new List<string>());
        var cells = run.Cells.Select(cell => cell.Id).ToHashSet();
        var measured = new HashSet<(string Cell, int Block)>();
        var areChecked = false;
        foreach (var (number, text) in lines)
        {
            if (text.Length == 0)
                continue;
            try
            {
                good.Add(Line(number, text));
            }
            catch (BadInputException e)
            {
                bad.Add(e.Message);
            }
        }
        return (good, bad);

        TrialLine Line(int number, string text)
        {
            var agrees = Checksum.IsValid(text);
            // Whoever writes checksums writes them into all lines from then on.
            areChecked |= agrees is true;
            if (agrees is false || agrees is null && areChecked)
                throw new BadInputException(
                    $"{file}:{number}: its checksum {(agrees is null ? "is missing" : "does not agree")}"
                );
            var trial = Parse<TrialRecord>(text, file, number);
            if (TrialValidation.Problem(trial) is { } problem)
                throw new BadInputException($"{file}:{number}: {problem}");
            if (startedAt is { } own && trial.RunStartedAt is { } told && told != own)
                throw new BadInputException($"{file}:{number}: is a trial of another run, which started at {told:O}");
            if (!cells.Contains(trial.Cell))
                throw new BadInputException($"{file}:{number}: '{trial.Cell}' is no cell of the run");
            // Trials of one block are compared one by one, so there is one of each cell.
            if (trial is { Status: CellStatus.Ok, Unbroken: not null } && !measured.Add((trial.Cell, trial.Block)))
                throw new BadInputException(
                    $"{file}:{number}: {trial.Cell} was measured in block {trial.Block} before"
                );
            return new(text, trial, agrees is true);
        }
    }

    /// <exception cref="BadInputException">The text is no such JSON.</exception>
    public static T Parse<T>(string json, string file, int line)
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
