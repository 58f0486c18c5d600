using System.Globalization;

namespace Pingmark.Host;

/// <summary>A limit of this process, in force and the most it may be raised to; null: none, or not told.</summary>
internal sealed record ProcessLimit(long? Soft, long? Hard)
{
    /// <summary>From the root of the file system.</summary>
    public const string Source = "proc/self/limits";

    public const string FileLocks = "Max file locks";

    public static ProcessLimit OfFileLocks(IEnumerable<string> limits) => Of(FileLocks, limits);

    public static ProcessLimit OfOpenFiles(IEnumerable<string> limits) => Of("Max open files", limits);

    public static ProcessLimit OfProcesses(IEnumerable<string> limits) => Of("Max processes", limits);

    /// <summary>A name, then the limit in force and the highest, in columns.</summary>
    private static ProcessLimit Of(string name, IEnumerable<string> limits)
    {
        var columns = limits
            .Where(line => line.StartsWith(name, StringComparison.Ordinal))
            .Select(line => line[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault([]);
        return new(Number(columns.ElementAtOrDefault(0)), Number(columns.ElementAtOrDefault(1)));
    }

    /// <summary><c>unlimited</c> is none.</summary>
    private static long? Number(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;
}
