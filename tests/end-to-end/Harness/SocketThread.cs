using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Blocking calls on a thread of their own: with asynchronous ones in the test host's thread pool, one probe
/// in ten met a server that was silent for 200 ms.</summary>
internal static class SocketThread
{
    public static void Start(Action calls) =>
        new Thread(() =>
        {
            try
            {
                calls();
            }
            catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
            { /* How a call ends whose socket is closed by the test, or whose peer is gone. */
            }
        })
        {
            IsBackground = true,
        }.Start();
}
