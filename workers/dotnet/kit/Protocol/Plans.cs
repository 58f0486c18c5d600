using System.Net;

namespace Pingmark.Worker.Kit;

/// <summary>A listen request, checked.</summary>
public sealed record ListenPlan(IPEndPoint Address, Token? Token, SocketOptions Options, LibraryOptions Library)
{
    internal static ListenPlan From(Request request, StackDescription stack)
    {
        var address = Addresses.Read(request);
        var token = Token.Read(request);
        if (!request.Flag("allow_wildcard", false) && Addresses.IsWildcard(address.Address))
            throw new UnsupportedException($"{address.Address} listens on every interface; allow_wildcard permits it");
        var options = SocketOptions.Read(request, stack);
        var library = LibraryOptions.Read(request, stack, isClient: false);
        request.RefuseTheRest();
        return new(address, token, options, library);
    }
}

/// <summary>A connect request, checked against the stack's limits. Durations in ns.</summary>
public sealed record ConnectPlan(
    IPEndPoint Address,
    Token? Token,
    bool IsUnframed,
    int Connections,
    int InFlight,
    int MessageBytes,
    string Payload,
    long LostAfterNs,
    long TimeoutNs,
    bool IsReliable,
    SocketOptions Options,
    LibraryOptions Library
)
{
    public long InFlightBytes => (long)InFlight * MessageBytes;

    internal static ConnectPlan From(Request request, StackDescription stack)
    {
        var address = Addresses.Read(request);
        var token = Token.Read(request);
        var framing = request.Text("framing", "length-le");
        if (framing is not ("length-le" or "none"))
            throw new UnsupportedException($"framing {framing}: length-le or none");
        if (framing == "none" && token is not null)
            throw new UnsupportedException("framing none needs plain");
        var transmission = request.Text("transmission", stack.DefaultTransmission);
        if (transmission is not ("reliable" or "unreliable"))
            throw new UnsupportedException($"transmission {transmission}: reliable or unreliable");
        var plan = new ConnectPlan(
            address,
            token,
            framing == "none",
            Number(request, "connections", 1),
            Number(request, "in_flight", 1),
            Number(request, "message_bytes", 32),
            request.Text("payload", "random"),
            request.Nanoseconds("lost_after_ns", Constants.DefaultLostAfterNs),
            request.Nanoseconds("timeout_ns", Constants.DefaultConnectTimeoutNs),
            transmission == "reliable",
            SocketOptions.Read(request, stack),
            LibraryOptions.Read(request, stack, isClient: true)
        );
        request.RefuseTheRest();
        stack.Check(plan);
        return plan;
    }

    private static int Number(Request request, string name, int absent) =>
        (int)Math.Clamp(request.Integer(name, absent), int.MinValue, int.MaxValue);
}

internal static class Addresses
{
    public static IPEndPoint Read(Request request)
    {
        var text = request.Text("address");
        var port = request.Integer("port");
        if (!IPAddress.TryParse(text, out var address))
            throw new WorkerException($"address {text} is no IP address");
        if (port is < 0 or > 65535)
            throw new UnsupportedException($"port {port}: 0 to 65535");
        return new IPEndPoint(address, (int)port);
    }

    /// <summary>By its bytes, which are all that the kernel binds to: not by its text, and without its scope. Also as
    /// IPv6 writes IPv4's.</summary>
    internal static bool IsWildcard(IPAddress address) =>
        address.GetAddressBytes().AsSpan(address.IsIPv4MappedToIPv6 ? 12 : 0).IndexOfAnyExcept((byte)0) < 0;
}
