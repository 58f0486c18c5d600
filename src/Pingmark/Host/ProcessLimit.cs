using System.Globalization;

namespace Pingmark.Host;

/// <summary>A limit of this process: the value in force and the highest that it may be raised to; null means unlimited
/// or unknown.</summary>
internal sealed record ProcessLimit(long? Soft, long? Hard)
{
    /// <summary>The kernel's file of limits, relative to the root of the file system.</summary>
    public const string Source = "proc/self/limits";

    public const string FileLocks = "Max file locks";

    public static ProcessLimit ReadFileLocks(IEnumerable<string> limits) => Read(FileLocks, limits);

    public static ProcessLimit ReadOpenFiles(IEnumerable<string> limits) => Read("Max open files", limits);

    public static ProcessLimit ReadProcesses(IEnumerable<string> limits) => Read("Max processes", limits);

    /// <summary>Reads the line of a limit: its name, the value in force and the highest value in columns.</summary>
    private static ProcessLimit Read(string name, IEnumerable<string> limits)
    {
        var columns = limits
            .Where(line => line.StartsWith(name, StringComparison.Ordinal))
            .Select(line => line[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault([]);
        return new(Number(columns.ElementAtOrDefault(0)), Number(columns.ElementAtOrDefault(1)));
    }

    private static long? Number(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>The limit of files and sockets that this process may have open.</summary>
public static class OpenFiles
{
    /// <summary>What this process and a worker's runtime open before the first connection.</summary>
    public const int Fewest = 256;

    /// <exception cref="BadInputException">The limit is too low: the first failure could be anywhere.</exception>
    public static void Require() => Require(KernelFile.Lines($"/{ProcessLimit.Source}"));

    internal static void Require(IEnumerable<string> limits)
    {
        if (ProcessLimit.ReadOpenFiles(limits).Soft is < Fewest and var most)
            throw new BadInputException(
                $"only {most} files may be open here, and pingmark needs {Fewest} and two for each connection; "
                    + "raise it: ulimit -n 4096"
            );
    }
}
