using System.Globalization;

namespace Pingmark.Model;

/// <summary>Core lists as taskset writes them, such as <c>0-2,5</c>, with bounded and distinct cores.</summary>
public static class CoreList
{
    /// <summary>The most that Linux can be built for on x86 (NR_CPUS).</summary>
    public const int MaxCores = 8192;

    /// <summary>Expands a list; an empty one means unknown cores.</summary>
    /// <exception cref="FormatException">It is no list of cores.</exception>
    public static IReadOnlyList<int> Parse(string list) =>
        ParseOrNull(list) ?? throw new FormatException($"a list of {list.Length} letters names no cores");

    public static bool IsValid(string list) => ParseOrNull(list) is not null;

    /// <summary>Whether two lists have a core in common.</summary>
    public static bool HaveCommonCore(string list, string other) => Parse(list).Intersect(Parse(other)).Any();

    private static List<int>? ParseOrNull(string list)
    {
        var cores = new List<int>();
        var seen = new HashSet<int>();
        if (list.Length == 0)
            return cores;
        foreach (var range in list.AsSpan().Split(','))
        {
            if (ParseRange(list.AsSpan()[range]) is not (var first, var last))
                return null;
            for (var core = first; core <= last; core++)
                if (seen.Add(core))
                    cores.Add(core);
                else
                    return null;
        }
        return cores;
    }

    /// <summary>The first and last core of a range or a single number; null for anything else.</summary>
    private static (int First, int Last)? ParseRange(ReadOnlySpan<char> range)
    {
        var dash = range.IndexOf('-');
        return
            ParseCore(dash < 0 ? range : range[..dash]) is { } first
            && ParseCore(range[(dash + 1)..]) is { } last
            && first <= last
            ? (first, last)
            : null;
    }

    private static int? ParseCore(ReadOnlySpan<char> text) =>
        text.Length <= 4
        && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var core)
        && core < MaxCores
            ? core
            : null;
}
