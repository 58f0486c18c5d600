using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Placement;

/// <summary>A machine that workers run on. A worker's start is a command line and where it runs; everything else that
/// is known of it from outside is asked of its <see cref="ISiteProcess"/>.</summary>
public interface ISite : IAsyncDisposable
{
    /// <summary>For messages: <c>local</c>, or what the user calls it.</summary>
    string Name { get; }

    /// <summary>The same for all sites of one machine, and no others: cores are shared, and counted once.</summary>
    string Machine { get; }

    /// <summary>Processes are children of this one, and its kernel's files are theirs.</summary>
    bool IsHere { get; }

    /// <summary>Why it has ended all that it had; null: it has not, as far as it could tell.</summary>
    string? Ended { get; }

    SiteFacts Facts { get; }

    /// <exception cref="SiteException">It could not be started; the message tells why.</exception>
    Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel);
}

/// <param name="Words">Executable and arguments, with paths of the site.</param>
/// <param name="Environment">Added to what is there.</param>
/// <param name="Cpus">A list as taskset takes it; null: all cores.</param>
public sealed record SiteCommand(
    IReadOnlyList<string> Words,
    string Folder,
    IReadOnlyDictionary<string, string> Environment,
    string? Cpus
);

/// <summary>A process of a site: its three streams, and what can be seen of it and done to it from outside.</summary>
public interface ISiteProcess : IDisposable
{
    /// <summary>0: not on this machine.</summary>
    int Pid { get; }

    StreamWriter Input { get; }
    ForeignStream Output { get; }
    LastLines Errors { get; }

    Task WaitForExitAsync(CancellationToken cancel);

    /// <summary>As a shell tells it; null: not known, for the way there was lost first.</summary>
    int? ExitCode { get; }

    /// <summary>CPU time so far, all threads; null: it has ended, or only its own word is to be had.</summary>
    long? CpuNs();

    MachineUsage MachineUsage();

    SocketInspection.Finding LookAtSockets(IReadOnlyDictionary<string, string> reported);

    void Freeze();
    void Thaw();

    /// <summary>With all that it has started.</summary>
    void Kill();
}

/// <summary>A site can't be used; nothing was measured there.</summary>
public sealed class SiteException(string message) : PingmarkException(message, Pingmark.ExitCode.NothingAvailable);
