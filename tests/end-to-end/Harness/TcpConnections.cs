using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The TCP connections of processes, as the kernel lists them.</summary>
internal static partial class TcpConnections
{
    private const string Established = "01",
        Asked = "02";

    /// <summary>In the kernel's lists.</summary>
    private const int StateColumn = 3,
        InodeColumn = 9;

    /// <summary>Whether the process has one that is up.</summary>
    public static bool Has(int pid) => Has(pid, Established);

    /// <summary>Whether it waits for one.</summary>
    public static bool IsAsking(int pid) => Has(pid, Asked);

    private static bool Has(int pid, string state)
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
                .Any(columns => columns[StateColumn] == state && sockets.Contains(columns[InodeColumn]));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        { // It ended meanwhile.
            return false;
        }
    }

    [GeneratedRegex(@"^socket:\[(\d+)\]$")]
    private static partial Regex Socket();
}
