using System.Net;
using Microsoft.AspNetCore.Connections;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.WebSockets;

/// <summary>Out of descriptors, Kestrel would try to accept again at once, and again: here it waits for room.</summary>
internal sealed class PatientListeners(IConnectionListenerFactory listeners) : IConnectionListenerFactory
{
    public async ValueTask<IConnectionListener> BindAsync(
        EndPoint endpoint,
        CancellationToken cancellationToken = default
    ) => new Patient(await listeners.BindAsync(endpoint, cancellationToken));

    private sealed class Patient(IConnectionListener listener) : IConnectionListener
    {
        private readonly Shortage _shortage = new();

        public EndPoint EndPoint => listener.EndPoint;

        public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
        {
            await _shortage.AwaitRoomAsync();
            return await listener.AcceptAsync(cancellationToken);
        }

        public ValueTask UnbindAsync(CancellationToken cancellationToken = default) =>
            listener.UnbindAsync(cancellationToken);

        public ValueTask DisposeAsync() => listener.DisposeAsync();
    }
}
