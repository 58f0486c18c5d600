using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Serves one text to whoever scrapes, as what exports plain text does.</summary>
internal static class ScrapedText
{
    public static SocketServer Serve(string text) =>
        new(
            IPAddress.Loopback,
            isStream: true,
            client =>
            {
                using var stream = new NetworkStream(client);
                using var reader = new StreamReader(stream);
                while (reader.ReadLine() is { Length: > 0 }) { }
                stream.Write(
                    Encoding.UTF8.GetBytes(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n"
                            + $"Content-Length: {Encoding.UTF8.GetByteCount(text)}\r\n\r\n{text}"
                    )
                );
            }
        );
}
