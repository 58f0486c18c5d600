namespace Pingmark.Placement;

/// <summary>Words what a command on another machine, or what carried it there, said at last, so that it tells what to
/// do about it.</summary>
internal static class RemoteProblem
{
    private static readonly (string Said, string Meaning)[] OfDisks =
    [
        ("No space left on device", "its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there"),
        ("Wrote only ", "its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there"),
        ("Disk quota exceeded", "the user's disk quota there is used up: make room in ~/.cache"),
        ("Read-only file system", "its cache folder can't be written: set XDG_CACHE_HOME there"),
        // As mkdir says it, and mktemp.
        (
            "create directory",
            "its cache folder can't be made or written: look at who owns ~/.cache and what it is, or set "
                + "XDG_CACHE_HOME there"
        ),
    ];

    /// <summary>Words a problem.</summary>
    /// <param name="ofEngine">What the engine may say, and what that means.</param>
    /// <param name="said">The last lines on stderr.</param>
    /// <param name="otherwise">What is told where there were no lines.</param>
    public static string Text(
        IEnumerable<(string Said, string Meaning)> ofEngine,
        IReadOnlyList<string> said,
        string otherwise
    )
    {
        foreach (var (words, meaning) in ofEngine)
            if (With(words) is not null)
                return meaning;
        foreach (var (words, meaning) in OfDisks)
            if (With(words) is { } line)
                return $"{meaning}; {QuoteOutput(line)}";
        return said.LastOrDefault(line => line.Length > 0) is { } last ? QuoteOutput(last) : otherwise;

        string? With(string words) =>
            said.FirstOrDefault(line => line.Contains(words, StringComparison.OrdinalIgnoreCase));
    }

    private static string QuoteOutput(string line) => $"it said \"{TerminalSafeText.Plain(line)}\"";
}
