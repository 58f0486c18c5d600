using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.KestrelTcp;

/// <summary>Awaits what a connection brings, writes all that is to be echoed of it, and flushes once.</summary>
internal sealed class EchoHandler(ListenPlan plan, Server server) : ConnectionHandler
{
    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        var (input, output) = (connection.Transport.Input, connection.Transport.Output);
        using var echo = new StreamEcho(plan.Token, server, connection.Abort, () => connection.RemoteEndPoint);
        try
        {
            while (true)
            {
                var read = await input.ReadAsync();
                var goesOn = Answer(read.Buffer, echo, output) && !read.IsCompleted;
                input.AdvanceTo(read.Buffer.End);
                if (!goesOn)
                    return;
                if ((await output.FlushAsync()).IsCompleted)
                    return;
            }
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            // Its client went away, or it was ended here: Kestrel closes it.
        }
    }

    /// <returns>False: the connection must be closed; why has been counted.</returns>
    private static bool Answer(ReadOnlySequence<byte> arrived, StreamEcho echo, PipeWriter output)
    {
        foreach (var segment in arrived)
            if (!Answer(segment.Span, echo, output))
                return false;
        return true;
    }

    /// <summary>Whole messages go back from where they lie; what is not whole, or no echo, goes by way of the
    /// kit.</summary>
    private static bool Answer(ReadOnlySpan<byte> arrived, StreamEcho echo, PipeWriter output)
    {
        while (!arrived.IsEmpty)
        {
            var taken = echo.CountEchoableBytes(arrived);
            if (taken > 0)
            {
                output.Write(arrived[..taken]);
            }
            else
            {
                var room = echo.ReceiveSpan;
                taken = Math.Min(arrived.Length, room.Length);
                arrived[..taken].CopyTo(room);
                if (!echo.Arrived(taken))
                    return false;
                var outgoing = echo.OutgoingSpan;
                output.Write(outgoing);
                echo.Sent(outgoing.Length);
            }
            arrived = arrived[taken..];
        }
        return true;
    }
}
