using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The flow of control of a client's connection that awaits Socket.ReceiveAsync and SendAsync.</summary>
internal sealed class AsyncFlow(Socket socket, Lane lane) : IFlow
{
    public static EffectiveOptions Connect(Client client) =>
        AwaitedFlows.Connect(client, (socket, lane) => new AsyncFlow(socket, lane));

    private readonly AwaitedConnection _connection = lane.AddAwaited();

    /// <summary>Cancelled when nothing has arrived for a while: a pending receive has no other way out.</summary>
    private CancellationTokenSource _silence = new();

    public void Wake() => Volatile.Read(ref _silence).Cancel();

    public async Task MeasureAsync()
    {
        while (lane.IsRunning)
        {
            try
            {
                await ExchangeAsync();
            }
            catch (OperationCanceledException)
            {
                Volatile.Write(ref _silence, new CancellationTokenSource());
            }
            catch (SocketException e)
            {
                _connection.End(e.Message);
            }
            lane.EndPass();
        }
    }

    private async Task ExchangeAsync()
    {
        while (lane.IsRunning)
        {
            if (_connection.HasOutgoing)
                await socket.SendAllAsync(_connection);
            if (lane.WaitNs == 0 && socket.Available == 0)
                return;
            _connection.Arrived(await socket.ReceiveAsync(_connection.ReceiveMemory, _silence.Token));
            if (_connection.HasOutgoing)
                _connection.Sent(await socket.SendAsync(_connection.Outgoing));
            if (_connection.HasOutgoing)
                await socket.SendAllAsync(_connection);
            _connection.Settle();
            lane.EndPass();
        }
    }
}
