using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

/// <summary>A connection that somebody else reads from, and that tells when it has ended.</summary>
internal sealed class Watched(NetworkStream wire) : AsyncStream
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Ended => _ended.Task;

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var bytes = 0;
        try
        {
            bytes = await wire.ReadAsync(buffer, cancellationToken);
            return bytes;
        }
        finally
        {
            // Who asks for nothing waits until there is something.
            if (bytes == 0 && buffer.Length > 0)
                _ended.TrySetResult();
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        wire.WriteAsync(buffer, cancellationToken);

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected override void Dispose(bool disposing)
    {
        _ended.TrySetResult();
        if (disposing)
            wire.Dispose();
        base.Dispose(disposing);
    }
}
