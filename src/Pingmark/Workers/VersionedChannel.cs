using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Workers;

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
            fields["stack"] = StackVersion.Plain(stack.GetValue<string>());
        var reply = await Process.CallAsync(op, fields, deadline, cancel).ConfigureAwait(false);
        return op != "hello" || version.IsOf(reply.Text("runtime"))
            ? reply
            : throw Fault(op, $"was to run on {version.Title}, and says that it runs on {reply.Text("runtime")}");
    }
}
