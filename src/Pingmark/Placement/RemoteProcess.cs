using System.Diagnostics;
using System.Globalization;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>A process on another machine, behind a process of this machine that carries its streams. It tells its own
/// id first, after whatever a shell there greets with.</summary>
internal sealed class RemoteProcess : ISiteProcess
{
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(10),
        LongestEnd = TimeSpan.FromSeconds(1);

    /// <summary>The highest exit code of a process that no signal ended.</summary>
    internal const int MostWithoutSignal = 128;

    /// <summary>The most letters of somebody's greeting that are read before the process's id.</summary>
    private const int MostBefore = 64 << 10;

    private readonly ProcessGroup _group;
    private readonly Process _process;
    private readonly RemoteSite _site;
    private readonly int _id;

    private RemoteProcess(RemoteSite site, ProcessGroup group, ForeignStream output, LastLines errors, int id) =>
        (_site, _group, _process, Output, Errors, _id) = (site, group, group.Leader, output, errors, id);

    public int Pid => 0;
    public StreamWriter Input => _process.StandardInput;
    public ForeignStream Output { get; }
    public LastLines Errors { get; }
    public int? ExitCode => _site.TellsSignals || _process.ExitCode <= MostWithoutSignal ? _process.ExitCode : null;

    /// <summary>Starts a process there.</summary>
    /// <param name="token">The word that the process's id follows.</param>
    /// <exception cref="SiteException">The process did not begin.</exception>
    public static async Task<RemoteProcess> StartAsync(
        RemoteSite site,
        string token,
        IReadOnlyList<string> words,
        CancellationToken cancel
    )
    {
        var group = await ProcessGroup
            .StartAsync(words, cpus: null, WorkerSurroundings.SetPipes, site.CleansUp)
            .ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel, site.UntilLost);
        limit.CancelAfter(LongestStart);
        try
        {
            var (output, errors) = (WorkerSurroundings.Output(group.Leader), WorkerSurroundings.Errors(group.Leader));
            string? line;
            for (var before = 0; before < MostBefore; before += line.Length + 1)
            {
                line =
                    await output.ReadLineAsync(MostBefore, limit.Token).ConfigureAwait(false)
                    ?? throw await site.EndedAsync(errors, "before a worker began there", limit.Token)
                        .ConfigureAwait(false);
                if (ReadId(line, token) is { } id)
                    return new(site, group, output, errors, id);
            }
            throw new InvalidDataException();
        }
        catch (Exception e)
        {
            group.Dispose();
            throw e switch
            {
                InvalidDataException => site.Problem(
                    [],
                    $"more than {MostBefore >> 10} KiB were printed there before the worker's first line: look at what "
                        + "its shell prints at its start (~/.bashrc and the like)"
                ),
                OperationCanceledException when !cancel.IsCancellationRequested => site.Lost()
                    ?? site.Problem([], $"nothing was started there within {LongestStart.TotalSeconds:0} s"),
                _ => e,
            };
        }
    }

    private static int? ReadId(string line, string token) =>
        line.StartsWith(token + " ", StringComparison.Ordinal)
        && int.TryParse(line.AsSpan(token.Length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var id)
        && id > 1
            ? id
            : null;

    public Task WaitForExitAsync(CancellationToken cancel) => _process.WaitForExitAsync(cancel);

    public long? CpuNs() => null;

    public MachineUsage MachineUsage() => _site.MachineUsage();

    public void Freeze() => _site.Do($"freeze {_id}");

    public void Thaw() => _site.Do($"thaw {_id}");

    public void Kill()
    {
        try
        {
            if (!_process.HasExited)
                _site.Do($"kill {_id}");
        }
        catch (SiteException)
        { /* Its carrier ends it, or the end of its connection. */
        }
        EndByCarrier();
        _group.Kill();
    }

    public void Dispose()
    {
        EndByCarrier();
        _group.Dispose();
    }

    private void EndByCarrier()
    {
        if (!_site.CleansUp || _process.HasExited)
            return;
        Libc.Kill(_process.Id, Libc.SigTerm);
        _process.WaitForExit(LongestEnd);
    }
}
