using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One thread that polls all of a client's connections in turn and never waits.</summary>
internal static class SpinningClient
{
    /// <param name="open">Opens a connection.</param>
    /// <param name="add">Gives it to the lane. What it returns polls it once.</param>
    public static EffectiveOptions Connect(Client client, Func<Socket> open, Func<Lane, Socket, Action> add)
    {
        var lane = client.NewLane();
        var polls = new Action[client.Plan.Connections];
        EffectiveOptions? options = null;
        for (var i = 0; i < polls.Length; i++)
        {
            var socket = open();
            socket.Blocking = false;
            options ??= SocketOptions.ReadBack(socket);
            polls[i] = add(lane, socket);
        }
        lane.OnMeasure(() => Measure(lane, polls));
        return options!;
    }

    public static void Measure(Lane lane, Action[] polls)
    {
        while (lane.IsRunning)
        {
            foreach (var poll in polls)
                poll();
            lane.EndPass();
        }
    }
}
