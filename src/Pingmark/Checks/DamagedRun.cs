using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What could be read of a recorded run.</summary>
/// <param name="Measured">How many trials were measured; null where the run did not end by itself.</param>
/// <param name="Unchecked">How many trials have no checksum.</param>
/// <param name="Problems">What is wrong with each line that is left out, with its file and line.</param>
internal sealed record RecordedTrials(
    bool IsPlanAsWritten,
    bool AreTrialsAsWritten,
    int Usable,
    int? Measured,
    int Unchecked,
    IReadOnlyList<string> Problems
);

internal sealed class DamagedRun()
    : Check<RecordedTrials>(
        new(
            Id,
            CheckScope.Run,
            "The run's files were altered; bad parts are left out. Trials without checksums, from an earlier "
                + "pingmark, are a note.",
            "`pingmark run --resume` measures what is missing. The command ends with 1."
        )
        {
            FailsCommand = true,
            InAnswer = "files of the run are damaged: `run --resume` measures again what is missing",
        }
    )
{
    public const string Id = "damaged-run";

    private const int MostNamed = 8;

    public override IEnumerable<Finding> Judge(RecordedTrials run)
    {
        if (!run.IsPlanAsWritten)
            yield return Warning("run.json is not as it was written: its checksum does not agree");
        if (!run.AreTrialsAsWritten)
            yield return Warning(
                "trials.jsonl is damaged: {usable} trials can be used"
                    + (run.Measured is null ? "" : ", {measured} were measured")
                    + "; what is bad is left out, `pingmark run --resume` measures it again{problems}",
                Count("usable", run.Usable),
                Count("measured", run.Measured ?? 0),
                Named("problems", Text(run.Problems))
            );
        if (run.Unchecked > 0)
            yield return Note(
                "{unchecked} of {trials} trials have no checksums, as an earlier pingmark wrote them: of their damages "
                    + "only those are found that make them implausible",
                Count("unchecked", run.Unchecked),
                Count("trials", run.Usable)
            );
    }

    private static string Text(IReadOnlyList<string> problems) =>
        string.Concat(problems.Take(MostNamed).Select(problem => $"; {problem}"))
        + (problems.Count > MostNamed ? $"; and {problems.Count - MostNamed} more" : "");
}
