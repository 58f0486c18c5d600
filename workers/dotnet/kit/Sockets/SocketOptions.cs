using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Socket options as asked for; null = not asked for.</summary>
public sealed record SocketOptions(
    bool? NoDelay,
    int? ReceiveBufferBytes,
    int? SendBufferBytes,
    string? CongestionControl
)
{
    private const int ProtocolTcp = 6,
        TcpCongestion = 13,
        LongestName = 16;

    internal static IReadOnlyList<string> Names(bool isTcp) =>
        isTcp
            ? ["no_delay", "receive_buffer_bytes", "send_buffer_bytes", "congestion_control"]
            : ["receive_buffer_bytes", "send_buffer_bytes"];

    internal static SocketOptions Read(Request request, StackDescription stack)
    {
        foreach (var name in new[] { "no_delay", "receive_buffer_bytes", "send_buffer_bytes", "congestion_control" })
            if (request.Has(name) && !stack.SocketOptions.Contains(name))
                throw new UnsupportedException($"{name}: {stack.Stack} has no such option");
        return new(
            request.Has("no_delay") ? request.Flag("no_delay", true) : null,
            Bytes(request, "receive_buffer_bytes"),
            Bytes(request, "send_buffer_bytes"),
            request.Has("congestion_control") ? request.Text("congestion_control") : null
        );
    }

    private static bool IsTcp(Socket socket) =>
        socket is { SocketType: SocketType.Stream, AddressFamily: not AddressFamily.Unix };

    private static int? Bytes(Request request, string name) =>
        !request.Has(name) ? null
        : request.Integer(name) is var bytes and >= 1 and <= 1 << 30 ? (int)bytes
        : throw new UnsupportedException($"{name}: 1 to {1 << 30}");

    /// <summary>On a listening socket too: accepted ones inherit it.</summary>
    public void Apply(Socket socket)
    {
        if (IsTcp(socket))
            socket.NoDelay = NoDelay ?? true;
        if (ReceiveBufferBytes is { } receive)
            socket.ReceiveBufferSize = receive;
        if (SendBufferBytes is { } send)
            socket.SendBufferSize = send;
        if (CongestionControl is { } control)
            SetCongestionControl(socket, control);
    }

    /// <summary>What it has not inherited: a local socket nothing, one of TCP all but this.</summary>
    public void ApplyToAccepted(Socket socket)
    {
        if (IsTcp(socket))
            socket.NoDelay = NoDelay ?? true;
        else
            Apply(socket);
    }

    /// <summary>The start burst of many clients overflows Linux's default receive buffer without a trace.</summary>
    public void ApplyToDatagramServer(Socket socket) =>
        (this with { ReceiveBufferBytes = ReceiveBufferBytes ?? Constants.DefaultDatagramReceiveBufferBytes }).Apply(
            socket
        );

    private static void SetCongestionControl(Socket socket, string name)
    {
        try
        {
            socket.SetRawSocketOption(ProtocolTcp, TcpCongestion, Encoding.ASCII.GetBytes(name));
        }
        catch (SocketException e)
        {
            throw new UnsupportedException($"congestion_control {name}: {e.Message}");
        }
    }

    public static EffectiveOptions ReadBack(Socket socket)
    {
        var isTcp = IsTcp(socket);
        return new(
            isTcp ? socket.NoDelay : null,
            socket.ReceiveBufferSize,
            socket.SendBufferSize,
            isTcp ? ReadCongestionControl(socket) : null
        );
    }

    private static string ReadCongestionControl(Socket socket)
    {
        Span<byte> name = stackalloc byte[LongestName];
        var length = socket.GetRawSocketOption(ProtocolTcp, TcpCongestion, name);
        return Encoding.ASCII.GetString(name[..length]).TrimEnd('\0');
    }
}

/// <summary>Socket options as the kernel reports them; null where the transport has none, or a library hides its
/// socket.</summary>
public sealed record EffectiveOptions(
    bool? NoDelay,
    int? ReceiveBufferBytes,
    int? SendBufferBytes,
    string? CongestionControl
)
{
    internal void Write(Utf8JsonWriter json)
    {
        if (NoDelay is { } noDelay)
            json.WriteBoolean("no_delay", noDelay);
        if (ReceiveBufferBytes is { } receive)
            json.WriteNumber("receive_buffer_bytes", receive);
        if (SendBufferBytes is { } send)
            json.WriteNumber("send_buffer_bytes", send);
        if (CongestionControl is not null)
            json.WriteString("congestion_control", CongestionControl);
    }
}
