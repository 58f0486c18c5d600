namespace Pingmark.Model;

/// <summary>Tells what a stack speaks by its id, before any worker is asked.</summary>
public static class Transports
{
    /// <summary>The words in ids that name a transport, each with the transport.</summary>
    private static readonly Dictionary<string, string> Words = new()
    {
        ["tcp"] = "tcp",
        ["udp"] = "udp",
        ["tls"] = "tls",
        ["ssl"] = "tls",
        ["unix"] = "unix",
        ["shm"] = "shm",
        ["http"] = "http",
        ["grpc"] = "grpc",
    };

    /// <summary>The transport of a stack: <c>java/tcp-nio</c> and <c>java/netty-tcp</c> speak tcp, while
    /// <c>dotnet/litenetlib</c> speaks a protocol of its own, which has the library's name.</summary>
    public static string ForStack(string stack)
    {
        var name = StackVersion.Plain(stack[(stack.IndexOf('/') + 1)..]);
        return name.Split('-').Select(word => Words.GetValueOrDefault(word)).FirstOrDefault(found => found is not null)
            ?? name;
    }

    /// <summary>The transport as people write it: <c>TCP</c>, <c>Unix sockets</c>; of a library that speaks a protocol
    /// of its own the library's name.</summary>
    public static string Title(string transport) =>
        transport switch
        {
            "tcp" or "udp" or "tls" or "http" => transport.ToUpperInvariant(),
            "grpc" => "gRPC",
            "unix" => "Unix sockets",
            "shm" => "shared memory",
            "websocket" => "WebSocket",
            _ => transport,
        };

    public static bool IsOverTcp(string stack) => ForStack(stack) is "tcp" or "tls" or "websocket" or "http" or "grpc";

    /// <summary>Whether a stack's messages stay within this machine, without a network.</summary>
    public static bool IsLocal(string stack) => ForStack(stack) is "unix" or "shm";
}
