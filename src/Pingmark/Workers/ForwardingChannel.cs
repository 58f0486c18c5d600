using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>A channel to the worker of another one, which says or hears something else on the way.</summary>
internal abstract class ForwardingChannel(IWorkerChannel process) : IWorkerChannel
{
    protected IWorkerChannel Process => process;

    public string Name => process.Name;
    public int Pid => process.Pid;
    public WorkerHost Where => process.Where;

    public long? CpuNs() => process.CpuNs();

    public long ControllerCpuNs() => process.ControllerCpuNs();

    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        process.Threads(known);

    public MachineUsage MachineUsage() => process.MachineUsage();

    public abstract Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel);

    public void Freeze() => process.Freeze();

    public void Thaw() => process.Thaw();

    public WorkerFault Fault(string phase, string problem) => process.Fault(phase, problem);

    public Task<string?> EndAsync() => process.EndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => process.WaitForEndAsync(cancel);

    public virtual ValueTask DisposeAsync() => process.DisposeAsync();
}
