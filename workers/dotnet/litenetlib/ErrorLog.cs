using LiteNetLib;

namespace Pingmark.Worker.LiteNetLib;

/// <summary>
/// What the library complains about, the first times: any stranger's datagram makes it complain. Without a logger it
/// would format each message once more, and stumble over the braces in it.
/// </summary>
internal sealed class ErrorLog : INetLogger
{
    private const int Most = 20;
    private int _written;

    public void WriteNet(NetLogLevel level, string str, params object[] args)
    {
        if (_written < Most && Interlocked.Increment(ref _written) <= Most)
            Console.Error.WriteLine(str);
    }
}
