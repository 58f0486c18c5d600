namespace Pingmark.Worker.Kit;

/// <summary>What is spoken on the wire, and what follows from that.</summary>
/// <param name="Name">A client can drive every server of its transport.</param>
/// <param name="IsTcp">Its sockets have TCP's options.</param>
/// <param name="IsLocal">An address is a folder of this machine, and a port the number of a socket in it.</param>
/// <param name="IsEncrypted">By TLS.</param>
public sealed record Transport(string Name, bool IsTcp = false, bool IsLocal = false, bool IsEncrypted = false)
{
    public static readonly Transport Tcp = new("tcp", IsTcp: true);
    public static readonly Transport Udp = new("udp");
    public static readonly Transport Tls = new("tls", IsTcp: true, IsEncrypted: true);
    public static readonly Transport Unix = new("unix", IsLocal: true);
    public static readonly Transport SharedMemory = new("shm", IsLocal: true);

    /// <summary>What a library speaks over datagrams.</summary>
    public static Transport Of(string library) => new(library);
}
