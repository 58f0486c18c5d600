using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The flow of control of a client's connection, which awaits its receives and sends.</summary>
internal interface IFlow
{
    Task MeasureAsync();

    /// <summary>Ends a wait for what does not arrive.</summary>
    void Wake();
}

/// <summary>What stacks that await have in common.</summary>
internal static class AwaitedFlows
{
    /// <summary>A flow, and a lane, for each connection.</summary>
    public static EffectiveOptions Connect(Client client, Func<Socket, Lane, IFlow> start)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var socket = client.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            var lane = client.NewLane();
            var flow = start(socket, lane);
            lane.OnMeasure(flow.MeasureAsync, flow.Wake);
        }
        return options!;
    }
}
