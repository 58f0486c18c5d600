using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Readers and bounds of a suite's settings, by which those of a plan are checked, too.</summary>
internal static class SettingKeys
{
    private const long MsNs = 1_000_000,
        SecondNs = 1_000_000_000;

    public static readonly Func<string, string, long> Duration = Values.Duration(MsNs),
        WarmUp = Values.Duration(10 * MsNs, 600 * SecondNs),
        Budget = Values.Duration(SecondNs),
        Slice = Values.Duration(5 * MsNs, 2 * SecondNs);

    public static readonly Func<string, string, int> Rounds = Values.Int(1, 1000),
        Seed = Values.Int(0, int.MaxValue);

    private static readonly Func<string, string, int> Sides = Values.Int(1, int.MaxValue);

    /// <returns>What is wrong with the settings, with its key; null where nothing is.</returns>
    public static string? Problem(SuiteSettings settings) =>
        Spelling.Problem(settings.DurationNs, "ns", "duration_ns", Duration)
        ?? Spelling.Problem(settings.WarmUpNs, "ns", "warm_up_ns", WarmUp)
        ?? Spelling.Problem(settings.Rounds, "", "rounds", Rounds)
        ?? Spelling.Problem(settings.MostRounds, "", "most_rounds", Rounds)
        ?? Spelling.Problem(settings.LeastRounds, "", "least_rounds", Rounds)
        ?? Spelling.Problem(settings.BudgetNs, "ns", "budget_ns", Budget)
        ?? Spelling.Problem(settings.Precision, "", "precision", Values.Precision)
        ?? Spelling.Problem(settings.SliceNs, "ns", "slice_ns", Slice)
        ?? Spelling.Problem(settings.Seed, "", "seed", Seed)
        ?? Spelling.Problem(settings.MostSides, "", "most_sides", Sides);
}
