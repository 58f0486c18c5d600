namespace Pingmark.Formatting;

/// <summary>Writes a budget as people give it.</summary>
public static class BudgetOption
{
    private const double MostInSeconds = 90,
        MinuteS = 60;

    /// <summary>The option of a budget that is no shorter than this: <c>--budget 50s</c>, <c>--budget 4m</c>.</summary>
    public static string Text(double seconds) =>
        seconds <= MostInSeconds
            ? $"--budget {NumberText.Count((long)Math.Ceiling(seconds / 10) * 10)}s"
            : $"--budget {NumberText.Count((long)Math.Ceiling(seconds / MinuteS))}m";
}
