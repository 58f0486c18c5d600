using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Placement;

/// <summary>A machine on which workers run.</summary>
public interface ISite : IAsyncDisposable
{
    /// <summary>What messages call the site: <c>local</c>, or the name that the user gave it.</summary>
    string Name { get; }

    /// <summary>The id of the machine. Sites of the same machine share its cores, which are counted once.</summary>
    string Machine { get; }

    /// <summary>Whether processes of the site are children of this process.</summary>
    bool IsHere { get; }

    /// <summary>Why the site has ended all its processes; null where it has not, as far as it could tell.</summary>
    string? Ended { get; }

    SiteFacts Facts { get; }

    /// <exception cref="SiteException">The process could not be started; the message tells why.</exception>
    Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel);
}

/// <summary>How a process is started.</summary>
/// <param name="CommandLine">The executable and its arguments, with paths of the site.</param>
/// <param name="Environment">The variables that are added to those that are there.</param>
/// <param name="Cpus">The cores that the process may use, as taskset's list; null where it may use all.</param>
public sealed record SiteCommand(
    IReadOnlyList<string> CommandLine,
    string Folder,
    IReadOnlyDictionary<string, string> Environment,
    string? Cpus
);

/// <summary>A process of a site.</summary>
public interface ISiteProcess : IDisposable
{
    /// <summary>The process's id; 0 where it is not on this machine.</summary>
    int Pid { get; }

    StreamWriter Input { get; }
    ForeignStream Output { get; }
    LastLines Errors { get; }

    Task WaitForExitAsync(CancellationToken cancel);

    /// <summary>The exit code as a shell tells it; null where the connection was lost first.</summary>
    int? ExitCode { get; }

    /// <summary>Reads the CPU time that all threads have used so far, in ns; null where the process has ended, or runs
    /// on another machine.</summary>
    long? CpuNs();

    MachineUsage MachineUsage();

    void Freeze();
    void Thaw();

    /// <summary>Kills the process with all that it has started.</summary>
    void Kill();
}

/// <summary>Says that a site can't be used; nothing was measured there.</summary>
public sealed class SiteException(string message) : PingmarkException(message, Pingmark.ExitCode.NothingAvailable);
