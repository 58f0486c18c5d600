using System.Globalization;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A living process that descends from one command line: it inherited the variable that names it.</summary>
internal sealed record ProcessOfRun(int Pid, string Command, char State, int Session, TimeSpan Cpu)
{
    public const string Variable = "PINGMARK_TEST_ID";
    private const int TicksPerSecond = 100;

    /// <summary>Stopped by a signal, so that it can't notice anything.</summary>
    public bool IsFrozen => State is 'T';

    /// <summary>Whether it has opened a socket itself: the first three descriptors are its parent's.</summary>
    public bool HasSockets
    {
        get
        {
            try
            {
                return Directory
                    .EnumerateFiles($"/proc/{Pid}/fd")
                    .Any(fd =>
                        int.Parse(Path.GetFileName(fd), CultureInfo.InvariantCulture) > 2
                        && File.ResolveLinkTarget(fd, returnFinalTarget: false)?.Name.StartsWith("socket:") == true
                    );
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return false; // It has ended.
            }
        }
    }

    /// <summary>All of them, wherever they were reparented to. A zombie has no environment any more and isn't
    /// one.</summary>
    public static IReadOnlyList<ProcessOfRun> All(string testId)
    {
        var wanted = Encoding.UTF8.GetBytes($"{Variable}={testId}\0");
        return Pids().Select(pid => Read(pid, wanted)).OfType<ProcessOfRun>().ToList();
    }

    /// <summary>Of every process, whoever started it.</summary>
    public static IEnumerable<int> Pids() =>
        Directory
            .EnumerateDirectories("/proc")
            .Select(folder =>
                int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var pid)
                    ? pid
                    : 0
            )
            .Where(pid => pid != 0);

    private static ProcessOfRun? Read(int pid, byte[] variable)
    {
        try
        {
            if (File.ReadAllBytes($"/proc/{pid}/environ").AsSpan().IndexOf(variable) < 0)
                return null;
            var command = Encoding
                .UTF8.GetString(File.ReadAllBytes($"/proc/{pid}/cmdline"))
                .TrimEnd('\0')
                .Replace('\0', ' ');
            // The name, which may hold anything, is in parentheses; what follows it are numbers, from the third field
            // on.
            var stat = File.ReadAllText($"/proc/{pid}/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            var ticks =
                long.Parse(fields[11], CultureInfo.InvariantCulture)
                + long.Parse(fields[12], CultureInfo.InvariantCulture);
            return fields[0] == "Z"
                ? null
                : new(
                    pid,
                    command,
                    fields[0][0],
                    int.Parse(fields[3], CultureInfo.InvariantCulture),
                    TimeSpan.FromSeconds((double)ticks / TicksPerSecond)
                );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public override string ToString() => $"{Pid} {State} {Command}";
}
