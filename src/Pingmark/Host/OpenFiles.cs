namespace Pingmark.Host;

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
