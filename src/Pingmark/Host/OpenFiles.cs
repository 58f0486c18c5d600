using System.Globalization;

namespace Pingmark.Host;

/// <summary>How many files and sockets this process may have open.</summary>
public static class OpenFiles
{
    private const string Name = "Max open files";

    /// <summary>What this process and a worker's runtime open themselves, before the first connection.</summary>
    public const int Fewest = 256;

    /// <exception cref="BadInputException">Too few: what fails first would be anything, anywhere.</exception>
    public static void Require() => Require(File.ReadLines("/proc/self/limits"));

    internal static void Require(IEnumerable<string> limits)
    {
        var limit = limits
            .FirstOrDefault(line => line.StartsWith(Name, StringComparison.Ordinal))
            ?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        if (int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out var most) && most < Fewest)
            throw new BadInputException(
                $"only {most} files may be open here, and pingmark needs {Fewest} and two for each connection; "
                    + "raise it: ulimit -n 4096"
            );
    }
}
