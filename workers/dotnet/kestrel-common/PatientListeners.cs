using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kestrel;

/// <summary>Out of descriptors, Kestrel would try to accept again at once, and again: here it waits for room.</summary>
internal sealed class PatientListeners(IConnectionListenerFactory listeners) : IConnectionListenerFactory
{
    /// <summary>Kestrel's transport of sockets as it comes, on a socket that listens already.</summary>
    /// <param name="listener">Kestrel's from now on: its connections have the options that they inherit from
    /// it.</param>
    public static PatientListeners On(Socket listener, ListenPlan plan) =>
        new(
            new SocketTransportFactory(
                Options.Create(
                    new SocketTransportOptions
                    {
                        CreateBoundListenSocket = _ => listener,
                        Backlog = Kit.Sockets.Backlog,
                        NoDelay = plan.Options.NoDelay ?? true,
                    }
                ),
                NullLoggerFactory.Instance
            )
        );

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
