using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The TCP connections that are up, as the kernel lists them.</summary>
internal static partial class TcpConnections
{
    private const string Established = "01";

    /// <summary>In the kernel's lists.</summary>
    private const int StateColumn = 3,
        InodeColumn = 9;

    /// <summary>Whether the process has one.</summary>
    public static bool Has(int pid)
    {
        try
        {
            var sockets = Directory
                .EnumerateFileSystemEntries($"/proc/{pid}/fd")
                .Select(file => Socket().Match(new FileInfo(file).LinkTarget ?? ""))
                .Where(match => match.Success)
                .Select(match => match.Groups[1].Value)
                .ToHashSet();
            return new[] { "tcp", "tcp6" }
                .SelectMany(list => File.ReadLines($"/proc/{pid}/net/{list}"))
                .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Any(columns => columns[StateColumn] == Established && sockets.Contains(columns[InodeColumn]));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        { // It ended meanwhile.
            return false;
        }
    }

    [GeneratedRegex(@"^socket:\[(\d+)\]$")]
    private static partial Regex Socket();
}
