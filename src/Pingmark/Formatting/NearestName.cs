namespace Pingmark.Formatting;

/// <summary>Turns a typing error into a suggestion: the known names that are nearest to what was written.</summary>
public static class NearestName
{
    /// <summary>The longest name that is compared: nobody mistypes a longer one, and comparing takes time with the
    /// square of the length.</summary>
    private const int LongestName = 100;

    /// <summary>The names that share the least distance to a name; none when even that is more than a third of its
    /// letters. A name that contains what was written is as near as one typing error: <c>tcp-spin</c> finds
    /// <c>cpp/tcp-spin</c>.</summary>
    public static IReadOnlyList<string> Find(string name, IEnumerable<string> names)
    {
        if (name.Length > LongestName)
            return [];
        var limit = Math.Max(1, (name.Length + 2) / 3);
        return names
                .Distinct(StringComparer.Ordinal)
                .Select(n =>
                    (Name: n, Distance: Contains(n, name) ? Math.Min(1, Distance(name, n)) : Distance(name, n))
                )
                .Where(n => n.Distance <= limit && n.Distance < Math.Max(name.Length, n.Name.Length))
                .GroupBy(n => n.Distance, n => n.Name)
                .MinBy(names => names.Key)
                ?.Take(3)
                .ToList()
            ?? [];
    }

    /// <summary>What to append to an error: <c>; did you mean 'quick'?</c>, or nothing when no name is near.</summary>
    public static string Suggestion(string name, IEnumerable<string> names)
    {
        var near = Find(name, names);
        return near.Count == 0 ? "" : $"; did you mean {string.Join(" or ", near.Select(n => $"'{n}'"))}?";
    }

    /// <summary>How many letters have to be inserted, deleted, replaced or swapped with their neighbour to make one
    /// text from the other; upper and lower case are the same.</summary>
    public static int Distance(string a, string b)
    {
        var (from, to) = (a.ToLowerInvariant(), b.ToLowerInvariant());
        var cost = new int[from.Length + 1, to.Length + 1];
        for (var i = 0; i <= from.Length; i++)
            cost[i, 0] = i;
        for (var j = 0; j <= to.Length; j++)
            cost[0, j] = j;
        for (var i = 1; i <= from.Length; i++)
        for (var j = 1; j <= to.Length; j++)
        {
            var replaced = cost[i - 1, j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            cost[i, j] = Math.Min(replaced, 1 + Math.Min(cost[i - 1, j], cost[i, j - 1]));
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                cost[i, j] = Math.Min(cost[i, j], cost[i - 2, j - 2] + 1);
        }
        return cost[from.Length, to.Length];
    }

    /// <summary>Whether the name contains the part. The part needs three letters, for nearly every name contains some
    /// single letter.</summary>
    private static bool Contains(string name, string part) =>
        part.Length >= 3 && name.Contains(part, StringComparison.OrdinalIgnoreCase);
}
