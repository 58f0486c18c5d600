using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// What the kernel saw of one server's messages on loopback, each with the kernel's own timestamp: packets are kept by
/// a raw socket while a client measures, and read when it has ended, so that nobody's core is used meanwhile. Neither
/// the client nor the controller has a part in it.
/// </summary>
internal sealed partial class WireTap : IDisposable
{
    private const int Ipv4 = 0x0800,
        Tcp = 6,
        BufferBytes = 256 << 20,
        LongestPacket = 2_048;

    // Of <asm/socket.h> and <linux/sockios.h>.
    private const int SocketLevel = 1,
        AttachFilter = 26,
        ForceReceiveBuffer = 33,
        GetStampNs = 0x8907;

    private readonly Socket _socket;
    private readonly int _port;

    private WireTap(Socket socket, int port) => (_socket, _port) = (socket, port);

    /// <summary>One packet with a message in it.</summary>
    /// <param name="IsRequest">Towards the server.</param>
    /// <param name="Beginning">Of the message: its number is in there, wherever its framing puts it.</param>
    internal readonly record struct Packet(long AtNs, bool IsRequest, ulong Beginning);

    /// <summary>Skips the test where this process may not look at packets.</summary>
    public static WireTap On(int port)
    {
        Socket socket;
        try
        {
            // Of one protocol, so that a packet on loopback is seen when it arrives and not when it leaves, too.
            var protocol = BinaryPrimitives.ReverseEndianness((ushort)Ipv4);
            socket = new(AddressFamily.Packet, SocketType.Dgram, (ProtocolType)protocol);
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AccessDenied)
        {
            Skip.If(true, "CAP_NET_RAW is missing: packets can't be seen; run it as root");
            throw;
        }
        try
        {
            Filter(socket, port);
            // What does not fit is missing, and then there are fewer answers than were reported.
            SetForced(socket);
            var tap = new WireTap(socket, port);
            // The first one is refused, and turns the stamps on.
            tap.StampNs();
            return tap;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>All so far, in their order.</summary>
    public IReadOnlyList<Packet> Read()
    {
        var (packets, bytes) = (new List<Packet>(), new byte[LongestPacket]);
        while (Receive(bytes) is > 0 and var length)
            if (MessageOf(bytes.AsSpan(0, length)) is { Length: >= sizeof(ulong) } message)
                packets.Add(
                    new(StampNs(), DestinationOf(bytes) == _port, BinaryPrimitives.ReadUInt64LittleEndian(message))
                );
        return packets;
    }

    public void Dispose() => _socket.Dispose();

    private int Receive(byte[] bytes) =>
        _socket.Available == 0 ? 0 : _socket.Receive(bytes, 0, bytes.Length, SocketFlags.None);

    private static ReadOnlySpan<byte> MessageOf(ReadOnlySpan<byte> packet)
    {
        var header = HeaderBytes(packet);
        var transport = packet[9] == Tcp ? (packet[header + 12] >> 4) * 4 : 8;
        return packet[(header + transport)..BinaryPrimitives.ReadUInt16BigEndian(packet[2..])];
    }

    private static int DestinationOf(ReadOnlySpan<byte> packet) =>
        BinaryPrimitives.ReadUInt16BigEndian(packet[(HeaderBytes(packet) + 2)..]);

    private static int HeaderBytes(ReadOnlySpan<byte> packet) => (packet[0] & 15) * 4;

    /// <summary>Of the packet that was received last.</summary>
    private long StampNs() =>
        ioctl((int)_socket.Handle, GetStampNs, out var stamp) == 0
            ? stamp.Seconds * 1_000_000_000 + stamp.Nanoseconds
            : 0;

    /// <summary>From or to the port, by the classic packet filter; the kernel drops all else before it is
    /// kept.</summary>
    private static unsafe void Filter(Socket socket, int port)
    {
        const ushort LoadHeaderBytes = 0xb1,
            LoadHalf = 0x48,
            JumpIfEqual = 0x15,
            Return = 0x06;
        Span<Instruction> program =
        [
            new(LoadHeaderBytes, 0, 0, 0),
            new(LoadHalf, 0, 0, 0),
            new(JumpIfEqual, 2, 0, (uint)port),
            new(LoadHalf, 0, 0, 2),
            new(JumpIfEqual, 0, 1, (uint)port),
            new(Return, 0, 0, LongestPacket),
            new(Return, 0, 0, 0),
        ];
        fixed (Instruction* first = program)
        {
            var described = new Program((ushort)program.Length, first);
            socket.SetRawSocketOption(SocketLevel, AttachFilter, new(&described, sizeof(Program)));
        }
    }

    /// <summary>Beyond what the system allows to everybody.</summary>
    private static void SetForced(Socket socket)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, BufferBytes);
        socket.SetRawSocketOption(SocketLevel, ForceReceiveBuffer, bytes);
    }

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Instruction(ushort Code, byte IfTrue, byte IfFalse, uint Operand);

    [StructLayout(LayoutKind.Sequential)]
    private readonly unsafe struct Program(ushort length, Instruction* first)
    {
        private readonly ushort _length = length;
        private readonly Instruction* _first = first;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial int ioctl(int descriptor, nuint request, out Timespec stamp);
}
