using System.Net.Sockets;
using System.Runtime.InteropServices;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>SocketAsyncEventArgs, which async/await is made of: a callback when an operation has ended that did not end
/// at once. Its client is that of <see cref="TcpAsync"/>.</summary>
internal sealed class TcpSaea : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tcp-saea",
            "SocketAsyncEventArgs at the server; its client is that of tcp-async",
            IsStream: true,
            Spins: false,
            "callbacks on the thread pool",
            StackDescription.BufferBound
        )
        {
            TakesOneWay = true,
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        _ = new Acceptor(listener).RunAsync(socket =>
        {
            plan.Options.ApplyToAccepted(socket);
            new Accepted(socket, plan, server).Begin();
        });
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client) => AsyncFlow.Connect(client);

    /// <summary>A server's connection. It has exactly one operation pending, and ends itself when the connection
    /// does.</summary>
    private sealed class Accepted : SocketAsyncEventArgs
    {
        private readonly Socket _socket;
        private readonly StreamEcho _echo;

        public Accepted(Socket socket, ListenPlan plan, Server server) =>
            (_socket, _echo) = (socket, new StreamEcho(plan.Token, server, socket));

        public void Begin() => GoOn();

        protected override void OnCompleted(SocketAsyncEventArgs e)
        {
            if (Took())
                GoOn();
            else
                End();
        }

        private void GoOn()
        {
            while (!IsPending())
                if (!Took())
                {
                    End();
                    return;
                }
        }

        /// <returns>Whether what it began ends later.</returns>
        private bool IsPending()
        {
            if (_echo.HasOutgoing)
            {
                SetBuffer(MemoryMarshal.AsMemory(_echo.Outgoing));
                return _socket.SendAsync(this);
            }
            SetBuffer(_echo.ReceiveMemory);
            return _socket.ReceiveAsync(this);
        }

        /// <summary>What an operation brought.</summary>
        /// <returns>False: the connection has ended, or must.</returns>
        private bool Took()
        {
            if (SocketError != SocketError.Success)
                return false;
            if (LastOperation == SocketAsyncOperation.Receive)
                return BytesTransferred > 0 && _echo.Arrived(BytesTransferred);
            _echo.Sent(BytesTransferred);
            return true;
        }

        private void End()
        {
            _echo.Dispose();
            _socket.Dispose();
            Dispose();
        }
    }
}
