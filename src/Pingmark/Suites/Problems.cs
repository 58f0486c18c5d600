namespace Pingmark.Suites;

/// <summary>Collects everything that is wrong with a suite, so that one reading shows it all.</summary>
internal sealed class Problems
{
    /// <summary>The most problems that are shown; more have one cause and help nobody.</summary>
    private const int MostShown = 50;

    private readonly List<(Place Place, string Text)> found = [];

    public int Count => found.Count;

    /// <param name="text">The problem in words; it may quote the file.</param>
    public void Add(Place place, string text) =>
        found.Add(
            (place, TerminalSafeText.Message(TerminalSafeText.Plain(text).Replace('\n', TerminalSafeText.Masked)))
        );

    /// <summary>Gives the result of <paramref name="read"/>; when the input is bad, notes the problem and gives
    /// <paramref name="otherwise"/>.</summary>
    public T Try<T>(Place place, Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (BadInputException e)
        {
            Add(place, e.Message);
            return otherwise;
        }
    }

    /// <exception cref="BadInputException">There are problems.</exception>
    public void ThrowIfAny()
    {
        if (Count > 0)
            throw ToException();
    }

    /// <summary>The exception, with one problem a line: those of the file in its order, then those of the command
    /// line.</summary>
    public BadInputException ToException()
    {
        var lines = found
            .OrderBy(p => p.Place.Line == 0)
            .ThenBy(p => p.Place.Line)
            .ThenBy(p => p.Place.Column)
            .Select(p => $"{p.Place}: {p.Text}")
            .Distinct()
            .ToList();
        return new(
            string.Join('\n', lines.Take(MostShown))
                + (lines.Count > MostShown ? $"\n… and {lines.Count - MostShown} more" : "")
        );
    }
}
