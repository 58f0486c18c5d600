using System.Globalization;

namespace Pingmark.Model;

/// <summary>Lists of cores as taskset and the kernel write them: <c>0-2,5</c>.</summary>
public static class CoreList
{
    /// <summary>Empty means unknown cores (another machine's, or a third party's).</summary>
    public static List<int> Parse(string list) =>
        list.Split(',', StringSplitOptions.RemoveEmptyEntries)
            .Select(part => part.Split('-'))
            .SelectMany(ends =>
            {
                var first = int.Parse(ends[0], CultureInfo.InvariantCulture);
                return Enumerable.Range(first, int.Parse(ends[^1], CultureInfo.InvariantCulture) - first + 1);
            })
            .ToList();

    /// <summary>Whether two lists have a core in common.</summary>
    public static bool Overlap(string list, string other) => Parse(list).Intersect(Parse(other)).Any();
}
