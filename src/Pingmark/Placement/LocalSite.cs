using System.ComponentModel;
using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>The machine on which this process runs: workers are child processes, which can't outlive the
/// controller.</summary>
public sealed class LocalSite : ISite
{
    public static readonly LocalSite Instance = new();

    private readonly Lazy<SiteFacts> _facts = new(SiteFacts.OfThisMachine);

    public string Name => Model.WorkerHost.ThisMachine;
    public string Machine => Facts.Id;
    public bool IsHere => true;
    public string? Ended => null;
    public SiteFacts Facts => _facts.Value;

    public async Task<ISiteProcess> StartAsync(SiteCommand command, CancellationToken cancel)
    {
        try
        {
            return new LocalProcess(
                await ProcessGroup
                    .StartAsync(
                        command.CommandLine,
                        command.Cpus,
                        info => WorkerSurroundings.Set(info, command.Folder, command.Environment)
                    )
                    .ConfigureAwait(false)
            );
        }
        catch (Win32Exception e)
        {
            throw new SiteException($"could not be started: {e.Message}");
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}

/// <summary>A child of this process, with all that the child starts.</summary>
internal sealed class LocalProcess(ProcessGroup group) : ISiteProcess
{
    private readonly Process _process = group.Leader;

    public ForeignStream Output { get; } = WorkerSurroundings.Output(group.Leader);
    public LastLines Errors { get; } = WorkerSurroundings.Errors(group.Leader);

    /// <summary>Known when the process is disposed, too: other cells ask for a lost worker's CPU time.</summary>
    public int Pid { get; } = group.Leader.Id;
    public StreamWriter Input => _process.StandardInput;
    public int? ExitCode => _process.ExitCode;

    public Task WaitForExitAsync(CancellationToken cancel) => _process.WaitForExitAsync(cancel);

    public long? CpuNs() => CpuClock.ReadNs(Pid);

    public MachineUsage MachineUsage() => Host.MachineUsage.Read();

    public void Freeze() => Libc.Kill(Pid, Libc.SigStop);

    public void Thaw() => Libc.Kill(Pid, Libc.SigCont);

    public void Kill() => group.Kill();

    public void Dispose()
    {
        var pid = Pid;
        group.Dispose();
        RuntimeFiles.Remove(pid);
    }
}
