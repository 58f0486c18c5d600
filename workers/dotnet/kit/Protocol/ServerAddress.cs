using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Worker.Kit;

/// <summary>Where a server listens: an IP address and a port, or a folder of this machine and the number of a socket in
/// it.</summary>
/// <param name="Ip">Null: a folder.</param>
public sealed record ServerAddress(string Host, int Port, IPAddress? Ip)
{
    /// <summary>What the kernel has room for, less the zero at the end.</summary>
    private const int LongestPathBytes = 107;
    private const int LastNumber = 65_535;

    private string Path => $"{Host}/{Port}";

    public EndPoint EndPoint => Ip is null ? new UnixDomainSocketEndPoint(Path) : new IPEndPoint(Ip, Port);

    internal static ServerAddress Read(Request request, StackDescription stack)
    {
        var text = request.Text("address");
        var port = request.Integer("port");
        if (port is < 0 or > LastNumber)
            throw new UnsupportedException($"port {port}: 0 to {LastNumber}");
        if (stack.Transport.IsLocal)
            return InFolder(text, (int)port);
        return IPAddress.TryParse(text, out var address)
            ? new(address.ToString(), (int)port, address)
            : throw new WorkerException($"address {text} is no IP address");
    }

    private static ServerAddress InFolder(string folder, int number)
    {
        if (!folder.StartsWith('/'))
            throw new WorkerException($"address {folder} is no absolute path");
        var address = new ServerAddress(folder, number, null);
        var bytes = Encoding.UTF8.GetByteCount(address.Path);
        return bytes <= LongestPathBytes
            ? address
            : throw new UnsupportedException(
                $"the path of a socket has at most {LongestPathBytes} bytes, and {address.Path} has {bytes}"
            );
    }

    /// <summary>By its bytes, which are all that the kernel binds to: not by its text, and without its scope. Also as
    /// IPv6 writes IPv4's.</summary>
    internal bool IsWildcard =>
        Ip is not null && Ip.GetAddressBytes().AsSpan(Ip.IsIPv4MappedToIPv6 ? 12 : 0).IndexOfAnyExcept((byte)0) < 0;

    internal Socket NewStream() =>
        new(EndPoint.AddressFamily, SocketType.Stream, Ip is null ? ProtocolType.Unspecified : ProtocolType.Tcp);

    /// <summary>In a folder it is not the kernel that looks for a free number.</summary>
    internal void Bind(Socket socket)
    {
        if (Ip is not null || Port != 0)
        {
            socket.Bind(EndPoint);
            return;
        }
        for (var number = 1; ; number++)
            try
            {
                socket.Bind((this with { Port = number }).EndPoint);
                return;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse && number < LastNumber)
            {
                // The next one may be free.
            }
    }

    internal static int PortOf(Socket listening) =>
        listening.LocalEndPoint is IPEndPoint ip
            ? ip.Port
            : int.Parse(System.IO.Path.GetFileName($"{listening.LocalEndPoint}"));

    public override string ToString() => $"{EndPoint}";
}
