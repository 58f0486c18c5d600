using LiteNetLib;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>What the library complains about. Without a logger it would format each message once more, and stumble over the braces in it.</summary>
internal sealed class ErrorLog : INetLogger
{
    public void WriteNet(NetLogLevel level, string str, params object[] args) => Console.Error.WriteLine(str);
}
