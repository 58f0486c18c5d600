namespace Pingmark.Suites;

/// <summary>Everything that is wrong with a suite, so that one reading shows it all.</summary>
internal sealed class Problems
{
    /// <summary>More help nobody: they are of one cause.</summary>
    private const int MostShown = 50;

    private readonly List<(Place Place, string Text)> found = [];

    public int Count => found.Count;

    /// <param name="text">May quote the file.</param>
    public void Add(Place place, string text) =>
        found.Add(
            (place, TerminalSafeText.Message(TerminalSafeText.Plain(text).Replace('\n', TerminalSafeText.Masked)))
        );

    /// <summary>The result of <paramref name="read"/>; when the input is bad, <paramref name="otherwise"/> and one more
    /// problem.</summary>
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

    /// <summary>One problem a line: those of the file in its order, then those of the command line.</summary>
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
