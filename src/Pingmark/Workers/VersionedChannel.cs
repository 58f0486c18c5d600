using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>The channel to a worker of a certain version of its runtime. The worker knows its stacks without the
/// version, and has to run on it.</summary>
internal sealed class VersionedChannel(IWorkerChannel process, RuntimeVersion version) : IWorkerChannel
{
    public string Name => process.Name;
    public int Pid => process.Pid;
    public WorkerHost Where => process.Where;

    public long? CpuNs() => process.CpuNs();

    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        process.Threads(known);

    public MachineUsage MachineUsage() => process.MachineUsage();

    public SocketInspection.Finding InspectSockets(IReadOnlyDictionary<string, string> reported) =>
        process.InspectSockets(reported);

    public async Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel)
    {
        if (fields["stack"] is { } stack)
            fields["stack"] = StackVersion.Plain(stack.GetValue<string>());
        var reply = await process.CallAsync(op, fields, deadline, cancel).ConfigureAwait(false);
        return op != "hello" || version.IsOf(reply.Text("runtime"))
            ? reply
            : throw Fault(op, $"was to run on {version.Title}, and says that it runs on {reply.Text("runtime")}");
    }

    public void Freeze() => process.Freeze();

    public void Thaw() => process.Thaw();

    public WorkerFault Fault(string phase, string problem) => process.Fault(phase, problem);

    public Task<string?> EndAsync() => process.EndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => process.WaitForEndAsync(cancel);

    public ValueTask DisposeAsync() => process.DisposeAsync();
}
