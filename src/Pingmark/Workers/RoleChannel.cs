using System.Text.Json.Nodes;

namespace Pingmark.Workers;

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
