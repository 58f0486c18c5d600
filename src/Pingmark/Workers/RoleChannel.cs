using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>The channel to one role of a process that plays both. Requests of the two roles take turns and say which
/// one they mean; the process ends when its server is disposed.</summary>
/// <param name="turn">The turn, which the other role shares.</param>
internal sealed class RoleChannel(IWorkerChannel process, string role, SemaphoreSlim turn) : IWorkerChannel
{
    public const string Server = "server",
        Client = "client";

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
        // These have no other fields.
        if (op is "usage" or "disconnect" or "stop")
            fields = new() { ["role"] = role };
        await turn.WaitAsync(cancel).ConfigureAwait(false);
        try
        {
            // A client that stops leaves its server running.
            var said = op == "stop" && role == Client ? "usage" : op;
            return await process.CallAsync(said, fields, deadline, cancel).ConfigureAwait(false);
        }
        finally
        {
            turn.Release();
        }
    }

    public void Freeze() => process.Freeze();

    public void Thaw() => process.Thaw();

    public WorkerFault Fault(string phase, string problem) => process.Fault(phase, problem);

    public Task<string?> EndAsync() => process.EndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => process.WaitForEndAsync(cancel);

    public ValueTask DisposeAsync() => role == Server ? process.DisposeAsync() : ValueTask.CompletedTask;
}
