using System.Buffers.Binary;
using System.Net;

namespace Pingmark.Worker.Kit;

/// <summary>One connection whose messages come whole, their length in front, in calls that may run at the same
/// time.</summary>
public sealed class CallEcho : IDisposable
{
    private readonly Token? _token;
    private readonly Server _server;
    private readonly Action _end;
    private readonly Func<EndPoint?> _peer;
    private readonly Counter _messages;
    private volatile bool _greeted;

    /// <param name="end">Ends the connection, from any thread.</param>
    /// <param name="peer">Who is on the other side, if that is known.</param>
    public CallEcho(Token? token, Server server, Action end, Func<EndPoint?> peer)
    {
        (_token, _server, _end, _peer) = (token, server, end, peer);
        _messages = server.Opened(end);
        _greeted = token is null;
    }

    /// <summary>What a call is answered with.</summary>
    public enum Answer
    {
        /// <summary>Nothing: the connection ends; why has been counted.</summary>
        None,

        /// <summary>The hello's answer.</summary>
        Welcome,

        /// <summary>Its message.</summary>
        Echo,
    }

    /// <summary>With its length.</summary>
    public static ReadOnlySpan<byte> HelloAnswer => "\u0004\0\0\0PMOK"u8;

    public Answer Take(ReadOnlySpan<byte> message)
    {
        if (_greeted && (_token is null || IsWhole(message)))
        {
            // Before the echo leaves, so that who has an answer finds it counted.
            _messages.AddBesideOthers(1);
            return Answer.Echo;
        }
        if (!_greeted && IsWhole(message) && _token!.IsHello(message[sizeof(int)..]))
        {
            _greeted = true;
            return Answer.Welcome;
        }
        if (_greeted)
            _server.CountBadFrame();
        else
            _server.CountRejected();
        _server.Remember(_peer());
        _end();
        return Answer.None;
    }

    private static bool IsWhole(ReadOnlySpan<byte> message) =>
        message.Length is >= sizeof(int) + Constants.MinBodyBytes and <= sizeof(int) + Constants.MaxBodyBytes
        && BinaryPrimitives.ReadInt32LittleEndian(message) == message.Length - sizeof(int);

    public void Dispose() => _server.Ended(_messages);
}
