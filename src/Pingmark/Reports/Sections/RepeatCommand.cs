using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Reports.Sections;

/// <summary>Writes the command that repeats a run, with the same order of cells and slices, and what was
/// planned.</summary>
internal static class RepeatCommand
{
    private const string Harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:%+@";
    private const string Seed = "--seed";

    /// <summary>The command; where the run's own is not known, one with the suite's name.</summary>
    public static string Build(RunInfo run)
    {
        IReadOnlyList<string> words = run.Command.Count > 0 ? run.Command : ["run", run.Suite];
        string[] seed =
            words[0] != "run" || words.Any(word => word.StartsWith(Seed, StringComparison.Ordinal))
                ? []
                : [Seed, NumberText.Count(run.Seed)];
        return string.Join(' ', ["./pingmark", .. words.Concat(seed).Select(Quoted)]);
    }

    public static IEnumerable<string> Plan(RunInfo run)
    {
        var settings = run.Settings;
        yield return $"planned: {NumberText.Count(run.PlannedRounds, "round")}, "
            + $"{NumberText.Duration(run.PlannedDurationNs)} of counted time a cell and round";
        if (settings.BudgetNs is { } budget)
            yield return $"budget: {Units.FormatDuration(budget)}";
        if (settings.Precision is { } precision)
            yield return $"precision: comparisons end at ± {NumberText.Percent(precision)}";
        yield return $"slices: {Units.FormatDuration(settings.SliceNs)}";
        yield return settings.WarmUpNs is { } warmUp
            ? $"warm-up: {Units.FormatDuration(warmUp)}"
            : "warm-up: until it has settled";
    }

    /// <summary>One word for a shell, whatever is in it: folders come from anybody, and this text is meant to be
    /// pasted.</summary>
    internal static string Quoted(string word) =>
        word.Length > 0 && word.All(Harmless.Contains)
            ? word
            : $"'{TerminalSafeText.Plain(word).Replace('\n', ' ').Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
