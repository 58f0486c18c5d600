using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Impairment;

/// <summary>Makes a TUN device with an address, which is gone when its descriptor is closed, whoever closes it: nothing
/// is left behind by a process that is killed.</summary>
internal static class TunDevice
{
    private const string Path = "/dev/net/tun";

    /// <summary>The name of devices, in which the kernel writes a number.</summary>
    private const string Name = "pingmark%d";
    private const string Loopback = "lo";

    private const uint SetInterface = 0x400454CA,
        SetFlags = 0x8914,
        SetAddress = 0x8916,
        SetPeer = 0x8918,
        SetQueue = 0x8943;
    private const short Tun = 1,
        NoPacketInformation = 0x1000,
        UpAndRunning = 0x41;
    private const int RequestBytes = 40,
        NameBytes = 16;

    /// <summary>The most packets that wait in the kernel until this process has read them, so that a burst finds
    /// room.</summary>
    private const int QueuedPackets = 10_000;

    /// <summary>The network of the devices' addresses. 198.18.0.0/15 is reserved for measuring networks (RFC 2544), so
    /// that no machine should have such addresses.</summary>
    private const uint Network = 0xC6120000;
    private const int Pairs = 1 << 15;

    /// <returns>The descriptor, the device's address, and the one behind it.</returns>
    /// <exception cref="PingmarkException">The machine does not permit it.</exception>
    public static (int Device, IPAddress Local, IPAddress Peer) Open()
    {
        var device = Libc.OpenDevice(Path);
        if (device < 0)
            throw Refused($"{Path}: {Libc.LastErrorText()}");
        try
        {
            // The kernel writes the name into the request.
            var request = NewRequest(Encoding.ASCII.GetBytes(Name), BitConverter.GetBytes(Tun | NoPacketInformation));
            Require(Libc.Control(device, SetInterface, request));
            var pair = Network + 4 * (uint)Random.Shared.Next(Pairs);
            Configure(request[..NameBytes], pair + 1, pair + 2);
            return (device, Address(pair + 1), Address(pair + 2));
        }
        catch
        {
            Libc.Close(device);
            throw;
        }
    }

    private static void Configure(byte[] name, uint local, uint peer)
    {
        using var any = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        var control = (int)any.Handle;
        Require(Libc.Control(control, SetAddress, NewRequest(name, SocketAddressOf(local))));
        Require(Libc.Control(control, SetPeer, NewRequest(name, SocketAddressOf(peer))));
        Require(Libc.Control(control, SetQueue, NewRequest(name, BitConverter.GetBytes(QueuedPackets))));
        var up = BitConverter.GetBytes(UpAndRunning);
        Require(Libc.Control(control, SetFlags, NewRequest(name, up)));
        // In a new network namespace not even this one is up.
        Libc.Control(control, SetFlags, NewRequest(Encoding.ASCII.GetBytes(Loopback), up));
    }

    /// <summary>Makes a <c>struct ifreq</c>: the device's name, then a value.</summary>
    private static byte[] NewRequest(byte[] name, byte[] value)
    {
        var request = new byte[RequestBytes];
        name.CopyTo(request, 0);
        value.CopyTo(request, NameBytes);
        return request;
    }

    /// <summary>A <c>struct sockaddr_in</c>: the family, a port, and the address.</summary>
    private static byte[] SocketAddressOf(uint address) =>
        [.. BitConverter.GetBytes((short)AddressFamily.InterNetwork), 0, 0, .. Address(address).GetAddressBytes()];

    private static IPAddress Address(uint host) => new((uint)IPAddress.HostToNetworkOrder((int)host));

    private static void Require(string? problem)
    {
        if (problem is not null)
            throw Refused(problem);
    }

    private static PingmarkException Refused(string why) =>
        new($"no network device can be made here ({why})", ExitCode.NothingAvailable);
}
