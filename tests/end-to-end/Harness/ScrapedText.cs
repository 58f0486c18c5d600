using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Serves one text to whoever scrapes, on a free port of loopback, as what exports plain text does.</summary>
internal sealed class ScrapedText : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly byte[] _answer;
    private readonly Task _serving;

    public ScrapedText(string text)
    {
        _answer = Encoding.UTF8.GetBytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n"
                + $"Content-Length: {Encoding.UTF8.GetByteCount(text)}\r\n\r\n{text}"
        );
        _listener.Start();
        _serving = ServeAsync();
    }

    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndpoint;

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync();
                using var reader = new StreamReader(client.GetStream(), leaveOpen: true);
                while (await reader.ReadLineAsync() is { Length: > 0 }) { }
                await client.GetStream().WriteAsync(_answer);
            }
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            // The test is over, or who scraped has gone.
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        _serving.Wait();
    }
}
