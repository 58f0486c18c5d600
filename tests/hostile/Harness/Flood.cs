using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>A stranger who sends datagrams to whoever receives at an address: 20 each millisecond, from the moment at
/// which somebody does, to the end of the test.</summary>
internal sealed class Flood : IDisposable
{
    private const int AtOnce = 20,
        DatagramBytes = 32;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    private readonly IPAddress _address;
    private long _sent;

    public Flood(string address)
    {
        _address = IPAddress.Parse(address);
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        SocketThread.Start(SendAll);
    }

    public EndPoint Sender => _socket.LocalEndPoint!;
    public long Sent => Interlocked.Read(ref _sent);

    private void SendAll()
    {
        var datagram = new byte[DatagramBytes];
        while (true)
        {
            if (Port() is { } port)
                for (var n = 0; n < AtOnce; n++)
                {
                    Interlocked.Increment(ref _sent);
                    _socket.SendTo(datagram, new IPEndPoint(_address, port));
                }
            // Its pace: the server is to be disturbed, and its client to come in.
            Thread.Sleep(1);
        }
    }

    /// <summary>Of the socket that receives from anybody there, as the kernel lists it; null: there is none.</summary>
    private int? Port()
    {
        var address = BitConverter.ToUInt32(_address.GetAddressBytes()).ToString("X8", CultureInfo.InvariantCulture);
        return File.ReadLines("/proc/net/udp")
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields[1].StartsWith(address + ":", StringComparison.Ordinal))
            .Where(fields => fields[2] == "00000000:0000")
            .Select(fields => (int?)Convert.ToInt32(fields[1][9..], 16))
            .FirstOrDefault();
    }

    public void Dispose() => _socket.Dispose();
}
