using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>An async flow that takes the steps of a message in a wrong order, which the kit must refuse: what it
/// measured would be no round trip.</summary>
internal sealed class WrongOrder(string fault, Lane lane, Socket socket)
{
    private const string RecordsFirst = "records-before-it-sends",
        ReceivesFirst = "receives-before-it-settles";

    public static readonly string[] Faults = [RecordsFirst, ReceivesFirst];

    private readonly AwaitedConnection _connection = lane.AddAwaited();

    public async Task MeasureAsync()
    {
        while (lane.IsRunning)
        {
            await SendAsync();
            _connection.Arrived(await socket.ReceiveAsync(_connection.ReceiveMemory));
            if (fault == RecordsFirst)
                _connection.Settle();
            await SendAsync();
            if (fault == ReceivesFirst)
                continue;
            _connection.Settle();
            lane.EndPass();
        }
    }

    private async Task SendAsync()
    {
        while (_connection.HasOutgoing)
            _connection.Sent(await socket.SendAsync(_connection.Outgoing));
    }
}
