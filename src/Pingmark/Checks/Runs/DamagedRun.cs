using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Finds damaged files of a run: what is left can be used, and is less than was measured.</summary>
internal sealed class DamagedRun()
    : Check<RecordedTrials>(
        new(
            Id,
            CheckScope.Run,
            "The run's files are not as they were written: what is bad is left out. Trials without checksums, as an "
                + "earlier pingmark wrote them, are a note: damages that leave them plausible are not found.",
            "`pingmark run --resume` measures again what is missing; the command ends with 1."
        )
        {
            FailsCommand = true,
            InAnswer = "files of the run are damaged: `run --resume` measures again what is missing",
        }
    )
{
    public const string Id = "damaged-run";

    private const int MostNamed = 8;

    public override IEnumerable<Finding> Judge(RecordedTrials recorded)
    {
        if (!recorded.IsPlanAsWritten)
            yield return Warning("run.json is not as it was written: its checksum does not agree");
        if (!recorded.AreTrialsAsWritten)
            yield return Warning(
                "trials.jsonl is damaged: {usable} trials can be used"
                    + (recorded.Measured is null ? "" : ", {measured} were measured")
                    + "; what is bad is left out, `pingmark run --resume` measures it again{problems}",
                Count("usable", recorded.Usable),
                Count("measured", recorded.Measured ?? 0),
                Named("problems", Text(recorded.Problems))
            );
        if (Unchecked(recorded) is { } plausible)
            yield return plausible;
    }

    private Finding? Unchecked(RecordedTrials recorded) =>
        recorded.Unchecked > 0
            ? Note(
                "{unchecked} of {trials} trials have no checksums, as an earlier pingmark wrote them: of their damages "
                    + "only those are found that make them implausible",
                Count("unchecked", recorded.Unchecked),
                Count("trials", recorded.Usable)
            )
            : null;

    private static string Text(IReadOnlyList<string> problems) =>
        string.Concat(problems.Take(MostNamed).Select(problem => $"; {problem}"))
        + (problems.Count > MostNamed ? $"; and {problems.Count - MostNamed} more" : "");
}
