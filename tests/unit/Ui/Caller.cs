using System.Net;
using System.Net.Sockets;
using System.Text;
using Pingmark.EndToEndTests.Harness;

namespace Pingmark.Tests.Ui;

/// <summary>A connection to the server of runs, on which anything can be said.</summary>
internal sealed class Caller : IDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly string _host;

    public Caller(Uri server)
    {
        _host = server.Authority;
        _socket.ReceiveTimeout = _socket.SendTimeout = (int)Patience.For(10).TotalMilliseconds;
        _socket.Connect(IPAddress.Loopback, server.Port);
    }

    /// <param name="text">Each character a byte.</param>
    /// <returns>False: the other end has closed.</returns>
    public bool Say(string text)
    {
        try
        {
            _socket.Send(Encoding.Latin1.GetBytes(text));
            return true;
        }
        catch (SocketException e) when (IsClosed(e))
        {
            return false;
        }
    }

    /// <summary>Asks, and keeps the connection.</summary>
    /// <param name="rest">Further lines of the head, and the body.</param>
    public bool Ask(string request, string rest = "\r\n") => Say($"{request} HTTP/1.1\r\nHost: {_host}\r\n{rest}");

    /// <summary>What was said by the end of these words, or of the connection.</summary>
    public string Hear(string until = "\r\n\r\n")
    {
        var said = new StringBuilder();
        var buffer = new byte[1 << 16];
        while (until.Length == 0 || !said.ToString().Contains(until, StringComparison.Ordinal))
            try
            {
                if (_socket.Receive(buffer) is not (> 0 and var count))
                    break;
                said.Append(Encoding.Latin1.GetString(buffer, 0, count));
            }
            catch (SocketException e) when (IsClosed(e))
            {
                break;
            }
        return said.ToString();
    }

    private static bool IsClosed(SocketException e) =>
        e.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown or SocketError.ConnectionAborted;

    public void Dispose() => _socket.Dispose();
}
