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

    public Task<string?> DescribeEndAsync() => process.DescribeEndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => process.WaitForEndAsync(cancel);

    public virtual ValueTask DisposeAsync() => process.DisposeAsync();
}

/// <summary>The channel to one role of a process that plays both. Requests of the two roles take turns and say which
/// one they mean; the process ends when its server is disposed.</summary>
/// <param name="turn">The turn, which the other role shares.</param>
internal sealed class RoleChannel(IWorkerChannel process, string role, SemaphoreSlim turn) : ForwardingChannel(process)
{
    public const string Server = "server",
        Client = "client";

    public override async Task<Reply> CallAsync(
        string op,
        JsonObject fields,
        TimeSpan deadline,
        CancellationToken cancel
    )
    {
        // These have no other fields.
        if (op is "usage" or "disconnect" or "stop")
            fields = new() { ["role"] = role };
        await turn.WaitAsync(cancel).ConfigureAwait(false);
        try
        {
            // A client that stops leaves its server running.
            var said = op == "stop" && role == Client ? "usage" : op;
            return await Process.CallAsync(said, fields, deadline, cancel).ConfigureAwait(false);
        }
        finally
        {
            turn.Release();
        }
    }

    public override ValueTask DisposeAsync() => role == Server ? base.DisposeAsync() : ValueTask.CompletedTask;
}

/// <summary>The channel to a worker of a certain version of its runtime. The worker knows its stacks without the
/// version, and has to run on it.</summary>
internal sealed class VersionedChannel(IWorkerChannel process, RuntimeVersion version) : ForwardingChannel(process)
{
    public override async Task<Reply> CallAsync(
        string op,
        JsonObject fields,
        TimeSpan deadline,
        CancellationToken cancel
    )
    {
        if (fields["stack"] is { } stack)
            fields["stack"] = StackVersion.RemoveFrom(stack.GetValue<string>());
        var reply = await Process.CallAsync(op, fields, deadline, cancel).ConfigureAwait(false);
        return op != "hello" || version.Matches(reply.Text("runtime"))
            ? reply
            : throw Fault(op, $"was to run on {version.Title}, and says that it runs on {reply.Text("runtime")}");
    }
}
