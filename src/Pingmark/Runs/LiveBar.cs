namespace Pingmark.Runs;

/// <summary>Draws how far a run is: <c>██████░░░░░░░░  about 40 s left  round 1/3, block 1/2</c>.</summary>
internal static class LiveBar
{
    private const int Widest = 24,
        Narrowest = 4;
    private const string Gap = "  ";

    /// <param name="share">How much of the time has passed, from 0 to 1.</param>
    /// <param name="words">What stands behind the bar, the more important first; what has no room is left out.</param>
    public static string Draw(double share, IEnumerable<string> words, int columns)
    {
        var text = "";
        foreach (var word in words.Where(word => word.Length > 0))
            if (Narrowest + text.Length + Gap.Length + word.Length <= columns)
                text += Gap + word;
            else
                break;
        var width = Math.Clamp(columns - text.Length, 0, Widest);
        var full = (int)Math.Round(Math.Clamp(share, 0, 1) * width);
        return new string('█', full) + new string('░', width - full) + text;
    }
}
