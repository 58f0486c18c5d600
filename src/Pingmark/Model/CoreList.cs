using System.Globalization;

namespace Pingmark.Model;

/// <summary>
/// Lists of cores as taskset and the kernel write them: <c>0-2,5</c>. They also come from suites and run folders, so a
/// list is checked as it is expanded: it never names more cores than Linux can have, and none twice.
/// </summary>
public static class CoreList
{
    /// <summary>The most that Linux can be built for on x86 (NR_CPUS).</summary>
    public const int MostCores = 8192;

    /// <summary>Expands a list; an empty one is that of unknown cores (another machine's, or a third
    /// party's).</summary>
    /// <exception cref="FormatException">It is no list of cores.</exception>
    public static IReadOnlyList<int> Parse(string list) =>
        Cores(list) ?? throw new FormatException($"a list of {list.Length} letters names no cores");

    public static bool IsValid(string list) => Cores(list) is not null;

    /// <summary>Whether two lists have a core in common.</summary>
    public static bool Overlap(string list, string other) => Parse(list).Intersect(Parse(other)).Any();

    private static List<int>? Cores(string list)
    {
        var cores = new List<int>();
        var seen = new HashSet<int>();
        if (list.Length == 0)
            return cores;
        foreach (var range in list.AsSpan().Split(','))
        {
            if (Ends(list.AsSpan()[range]) is not (var first, var last))
                return null;
            for (var core = first; core <= last; core++)
                if (seen.Add(core))
                    cores.Add(core);
                else
                    return null;
        }
        return cores;
    }

    /// <summary>The first and the last core of a number or an ascending range; null where the text is
    /// neither.</summary>
    private static (int First, int Last)? Ends(ReadOnlySpan<char> range)
    {
        var dash = range.IndexOf('-');
        return
            Core(dash < 0 ? range : range[..dash]) is { } first
            && Core(range[(dash + 1)..]) is { } last
            && first <= last
            ? (first, last)
            : null;
    }

    private static int? Core(ReadOnlySpan<char> text) =>
        text.Length <= 4
        && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var core)
        && core < MostCores
            ? core
            : null;
}
