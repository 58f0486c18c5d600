namespace Pingmark.Formatting;

/// <summary>Writes several words as people list them.</summary>
public static class WordList
{
    /// <param name="words">One word at least.</param>
    /// <param name="last">What comes before the last of several.</param>
    /// <returns>Such as <c>a, b or c</c>.</returns>
    public static string Join(IEnumerable<string> words, string last)
    {
        var all = words.ToList();
        return all.Count == 1 ? all[0] : $"{string.Join(", ", all.SkipLast(1))} {last} {all[^1]}";
    }
}
