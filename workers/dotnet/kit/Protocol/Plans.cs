using System.Net;
using System.Security.Cryptography;

namespace Pingmark.Worker.Kit;

/// <summary>A listen request, checked.</summary>
public sealed record ListenPlan(ServerAddress Where, Token? Token, SocketOptions Options, LibraryOptions Library)
{
    /// <summary>Of a transport over IP.</summary>
    public IPEndPoint Address => (IPEndPoint)Where.EndPoint;

    public bool IsAtAnyAddress => Where.IsWildcard;

    /// <summary>By how many threads both sides run in this process; 0: it is a server alone.</summary>
    public int PairThreads { get; init; }

    internal static ListenPlan From(Request request, StackDescription stack)
    {
        var address = ServerAddress.Read(request, stack);
        var token = Token.Read(request);
        if (address.IsWildcard && !stack.AnswersFromAskedAddress)
            throw new UnsupportedException(
                $"{stack.Stack} can't listen at {address.Host}: its answers would not leave from the address that was "
                    + "asked; name one of this machine's addresses"
            );
        if (!request.Flag("allow_wildcard", false) && address.IsWildcard)
            throw new UnsupportedException($"{address.Host} listens on every interface; allow_wildcard permits it");
        var options = SocketOptions.Read(request, stack);
        var library = LibraryOptions.Read(request, stack, OptionRole.Server);
        // Such a socket would answer from the address of the route, and not from the one that was asked.
        if (address.IsWildcard)
            library = library.Without(StackOption.ConnectedSockets);
        var pairThreads = stack.ReadPairThreads(request);
        request.RefuseTheRest();
        return new(address, token, options, library) { PairThreads = pairThreads };
    }
}

/// <summary>A connect request, checked against the stack's limits. Durations in ns.</summary>
public sealed record ConnectPlan(
    ServerAddress Where,
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
    /// <summary>Of a transport over IP.</summary>
    public IPEndPoint Address => (IPEndPoint)Where.EndPoint;

    /// <summary>The SHA-256 of the one that the server has to show; null: any.</summary>
    public string? Certificate { get; init; }

    public long InFlightBytes => (long)InFlight * MessageBytes;

    /// <summary>Of a message, without the length that a stream has before it.</summary>
    internal int BodyBytes(bool isStream) => MessageBytes - (isStream && !IsUnframed ? sizeof(int) : 0);

    /// <summary>Messages are acknowledged, many at a time, and not echoed.</summary>
    public bool IsOneWay { get; init; }

    /// <summary>Each message has a connection of its own, beside those that stay.</summary>
    public bool Churns { get; init; }

    /// <summary>What the server sends unasked, beside the answers; null: nothing.</summary>
    internal TickPlan? Ticks { get; init; }

    /// <summary>What a connection begins with. One way, it tells of how many messages the last one asks for an
    /// acknowledgement: a part of the window, so that a server knows by the sequence number.</summary>
    internal byte[] Hello =>
        IsOneWay ? [.. Token!.Hello, .. BitConverter.GetBytes(Math.Max(1, InFlight / Constants.OneWayParts))]
        : Ticks is { } ticks
            ? [.. Token!.Hello, .. BitConverter.GetBytes(ticks.RateHz), .. BitConverter.GetBytes(ticks.SnapshotBytes)]
        : [.. Token!.Hello];

    internal static ConnectPlan From(Request request, StackDescription stack)
    {
        var address = ServerAddress.Read(request, stack);
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
            LibraryOptions.Read(request, stack, OptionRole.Client)
        )
        {
            Certificate = stack.Transport.IsEncrypted ? ReadCertificate(request) : null,
            IsOneWay = request.Flag("one_way", false),
            Churns = request.Flag("churn", false),
            Ticks = TickPlan.Read(request),
        };
        request.RefuseTheRest();
        stack.Check(plan);
        return plan;
    }

    private static string? ReadCertificate(Request request)
    {
        if (!request.Has("certificate"))
            return null;
        var text = request.Text("certificate");
        return text.Length == 2 * SHA256.HashSizeInBytes && text.All(char.IsAsciiHexDigitLower)
            ? text
            : throw new WorkerException(
                $"the certificate must be {2 * SHA256.HashSizeInBytes} hex digits, in lower case"
            );
    }

    private static int Number(Request request, string name, int absent) =>
        (int)Math.Clamp(request.Integer(name, absent), int.MinValue, int.MaxValue);
}
