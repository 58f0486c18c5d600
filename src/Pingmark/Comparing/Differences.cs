using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Results;

namespace Pingmark.Comparing;

/// <summary>Finds differences of machine, request or versions between two runs, which may be what figures differ
/// by.</summary>
internal static class Differences
{
    private const string None = "none";

    public static IReadOnlyList<RunDifference> Find(RunInfo baseline, RunInfo run, IReadOnlyList<PairedCell> cells) =>
        OfRuns(baseline, run)
            .Where(d => d.Baseline != d.Run)
            .Select(d => new RunDifference(d.What, d.Baseline, d.Run, []))
            .Concat(
                cells
                    .SelectMany(cell => OfCells(cell).Select(d => (d, cell.Pair)))
                    .Where(found => found.d.Baseline != found.d.Run)
                    .GroupBy(found => found.d, found => found.Pair.Baseline.Id)
                    .Select(d => new RunDifference(d.Key.What, d.Key.Baseline, d.Key.Run, d.ToList()))
            )
            .ToList();

    public static IEnumerable<(string What, string Baseline, string Run)> OfRuns(RunInfo a, RunInfo b)
    {
        foreach (var (fact, other) in a.Machine.Facts.Zip(b.Machine.Facts))
            yield return (fact.What, fact.Value, other.Value);
        yield return ("cores kept awake", Awake(a), Awake(b));
        yield return ("processes", Processes(a), Processes(b));
        yield return ("tuned by the environment", Tuned(a), Tuned(b));
        yield return ("machines", Machines(a), Machines(b));
        yield return ("damage", Damage(a), Damage(b));
    }

    private static IEnumerable<(string What, string Baseline, string Run)> OfCells(PairedCell cell)
    {
        var (pair, a, b) = (cell.Pair, cell.Baseline.Summary, cell.Run.Summary);
        foreach (var asked in CellPairs.Differing(pair.Baseline.Asked, pair.Run.Asked))
            yield return asked;
        foreach (var runtime in pair.Baseline.RuntimeOptions.Keys.Union(pair.Run.RuntimeOptions.Keys).Order())
            yield return ($"options of {runtime}", Options(pair.Baseline, runtime), Options(pair.Run, runtime));
        if (!cell.HasFigures)
            yield break;
        foreach (var side in a.Versions.Keys.Union(b.Versions.Keys).Order())
            yield return ($"{side} version", Value(a.Versions, side), Value(b.Versions, side));
        foreach (var option in a.EffectiveOptions.Keys.Union(b.EffectiveOptions.Keys).Order())
            yield return (option, Value(a.EffectiveOptions, option), Value(b.EffectiveOptions, option));
    }

    private static string Options(Cell cell, string runtime) =>
        cell.RuntimeOptions.TryGetValue(runtime, out var options) && options.Count > 0
            ? string.Join(' ', options)
            : None;

    private static string Value(IReadOnlyDictionary<string, string> of, string key) => of.GetValueOrDefault(key, None);

    private static string Damage(RunInfo run) =>
        string.Join("; ", RecordedRun.DamageTexts(run.Notes)) is { Length: > 0 } damages ? damages : None;

    private static string Awake(RunInfo run) => run.Notes.Any(note => note.Id == SleepStates.Note.Id) ? "yes" : "no";

    private static string Tuned(RunInfo run) =>
        run.TuningVariables.Count > 0 ? string.Join(", ", run.TuningVariables) : None;

    private static string Machines(RunInfo run) =>
        run.Sites.Count == 0
            ? "one, the controller's"
            : string.Join("; ", run.Sites.Select(site => $"{string.Join(" and ", site.Roles)} on {site.Name}"));

    private static string Processes(RunInfo run) =>
        run.Settings switch
        {
            { FreshProcesses: true } => "of each scenario",
            { SharesSides: true } => "of each round, shared by cells",
            _ => "of each round",
        };
}
