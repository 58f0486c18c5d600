namespace Pingmark.Model;

/// <summary>What stacks speak, as their ids tell before any worker is asked.</summary>
public static class Transports
{
    /// <summary>The words of ids that name a transport.</summary>
    private static readonly Dictionary<string, string> Words = new()
    {
        ["tcp"] = "tcp",
        ["udp"] = "udp",
        ["tls"] = "tls",
        ["ssl"] = "tls",
        ["unix"] = "unix",
        ["shm"] = "shm",
    };

    /// <summary><c>java/tcp-nio</c> and <c>java/netty-tcp</c> speak tcp; <c>dotnet/litenetlib</c> speaks its
    /// own.</summary>
    public static string Of(string stack)
    {
        var name = stack[(stack.IndexOf('/') + 1)..];
        return name.Split('-').Select(word => Words.GetValueOrDefault(word)).FirstOrDefault(found => found is not null)
            ?? name;
    }

    public static bool IsOverTcp(string stack) => Of(stack) is "tcp" or "tls" or "websocket";

    /// <summary>Within this machine, without a network; libraries with a transport of their own are over
    /// UDP, but for WebSocket.</summary>
    public static bool IsLocal(string stack) => Of(stack) is "unix" or "shm";
}
