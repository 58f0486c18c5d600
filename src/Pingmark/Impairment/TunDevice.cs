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
        var device = Sys.OpenDevice(Path);
        if (device < 0)
            throw Refused($"{Path}: {Sys.LastError()}");
        try
        {
            Span<byte> request = stackalloc byte[RequestBytes];
            Encoding.ASCII.GetBytes(Name, request);
            BitConverter.TryWriteBytes(request[NameBytes..], (short)(Tun | NoPacketInformation));
            Require(Sys.Control(device, SetInterface, request));
            var pair = Network + 4 * (uint)Random.Shared.Next(Pairs);
            Configure(request[..NameBytes], pair + 1, pair + 2);
            return (device, Address(pair + 1), Address(pair + 2));
        }
        catch
        {
            Sys.Close(device);
            throw;
        }
    }

    private static void Configure(ReadOnlySpan<byte> name, uint local, uint peer)
    {
        using var any = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        var control = (int)any.Handle;
        Span<byte> request = stackalloc byte[RequestBytes];
        Set(control, SetAddress, name, request, local);
        Set(control, SetPeer, name, request, peer);
        Begin(request, name);
        BitConverter.TryWriteBytes(request[NameBytes..], QueuedPackets);
        Require(Sys.Control(control, SetQueue, request));
        Begin(request, name);
        BitConverter.TryWriteBytes(request[NameBytes..], UpAndRunning);
        Require(Sys.Control(control, SetFlags, request));
        // In a network namespace that is new not even this one is up.
        Begin(request, Encoding.ASCII.GetBytes(Loopback));
        BitConverter.TryWriteBytes(request[NameBytes..], UpAndRunning);
        Sys.Control(control, SetFlags, request);
    }

    private static void Set(int control, uint what, ReadOnlySpan<byte> name, Span<byte> request, uint address)
    {
        Begin(request, name);
        BitConverter.TryWriteBytes(request[NameBytes..], (short)AddressFamily.InterNetwork);
        Address(address).TryWriteBytes(request[(NameBytes + 4)..], out _);
        Require(Sys.Control(control, what, request));
    }

    private static void Begin(Span<byte> request, ReadOnlySpan<byte> name)
    {
        request.Clear();
        name.CopyTo(request);
    }

    private static IPAddress Address(uint host) => new((uint)IPAddress.HostToNetworkOrder((int)host));

    private static void Require(string? problem)
    {
        if (problem is not null)
            throw Refused(problem);
    }

    private static PingmarkException Refused(string why) =>
        new($"no network device can be made here ({why})", ExitCode.NothingAvailable);
}
