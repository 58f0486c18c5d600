namespace Pingmark.Model;

/// <summary>What stacks speak, as their ids tell before any worker is asked.</summary>
public static class Transports
{
    /// <summary><c>java/tcp-nio</c> and <c>java/netty-tcp</c> speak tcp; <c>dotnet/litenetlib</c> speaks its
    /// own.</summary>
    public static string Of(string stack)
    {
        var name = stack[(stack.IndexOf('/') + 1)..];
        return name.Split('-').FirstOrDefault(word => word is "tcp" or "udp" or "ssl") ?? name;
    }

    /// <summary>Libraries with a transport of their own are over UDP.</summary>
    public static bool IsOverTcp(string stack) => Of(stack) is "tcp" or "ssl";
}
