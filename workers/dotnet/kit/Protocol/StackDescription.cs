using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What a stack is and where its limits are.</summary>
public sealed record StackDescription(string Stack, string About, bool IsStream, bool Spins, string Threading, int MaxInFlightBytes)
{
    public const int MinMessageBytes = 8;
    public const int MaxInFlight = 1 << 16;
    public const int MaxConnections = 10_000;

    /// <summary>What UDP carries over IPv4.</summary>
    private const int MaxDatagramBytes = 65_507;

    /// <summary>A client that sends while it receives needs no lower limit than its memory.</summary>
    public const int MemoryBound = 16 << 20;

    /// <summary>What a client that waits in its send may have under way: more could fill the buffers of both directions, and nobody would read.</summary>
    public const int BufferBound = 256 << 10;

    public int MaxMessageBytes => IsStream ? sizeof(int) + StreamFlow.MaxBody : MaxDatagramBytes;

    internal void Write(Utf8JsonWriter json)
    {
        json.WriteString("stack", Stack);
        json.WriteString("about", About);
        json.WriteString("transport", IsStream ? "tcp" : "udp");
        json.WriteString("framing", IsStream ? "stream" : "datagram");
        json.WriteStrings("roles", ["server", "client"]);
        json.WriteString("waits", Spins ? "spin" : "block");
        json.WriteString("threading", Threading);
        json.WriteNumber("min_message_bytes", MinMessageBytes);
        json.WriteNumber("max_message_bytes", MaxMessageBytes);
        json.WriteNumber("max_connections", MaxConnections);
        json.WriteNumber("max_in_flight", MaxInFlight);
        json.WriteNumber("max_in_flight_bytes", MaxInFlightBytes);
        json.WriteNumber("overhead_bytes", 0);
        json.WriteBoolean("reliable", IsStream);
        json.WriteBoolean("unreliable", !IsStream);
        json.WriteBoolean("tls", false);
        json.WriteStrings("socket_options", SocketOptions.Names(IsStream));
    }

    internal void Check(ConnectPlan plan)
    {
        Within("message_bytes", plan.MessageBytes, MinMessageBytes, MaxMessageBytes);
        Within("connections", plan.Connections, 1, MaxConnections);
        Within("in_flight", plan.InFlight, 1, MaxInFlight);
        Within("in_flight x message_bytes", (long)plan.InFlight * plan.MessageBytes, 1, MaxInFlightBytes);
        if (plan.IsUnframed && !IsStream)
            throw new UnsupportedException($"framing none: {Stack} sends datagrams, which need no framing");
    }

    private void Within(string name, long value, long least, long most)
    {
        if (value < least || value > most)
            throw new UnsupportedException($"{name} {value}: {Stack} takes {least} to {most}");
    }
}
