using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever a server answers, its client counts it, or says that the connection has ended: 2,000 answers for
/// the clients of each language, over TCP and UDP. That each kind is counted as what it is, is conformance's
/// matter.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class ClientFuzzTests
{
    private const long AnswersOfKit = 2_000;

    [SkippableTheory]
    [MemberData(nameof(Stacks.ClientsOverTcpAndUdp), MemberType = typeof(Stacks))]
    public async Task A_client_survives_whatever_a_server_answers(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var clients = (await Stacks.AvailableAsync()).Count(other =>
            other.HasClient
            && other.Id.StartsWith(id.Split('/')[0] + "/", StringComparison.Ordinal)
            && other.Wire is "tcp" or "udp"
        );
        var made = new Case(Cases.Seed(), id);
        var server = new Liar(made, stack.Description.Text("framing") == "stream");
        using var _ = server.Socket;
        try
        {
            await KeptWorkers.UseAsync(
                stack.Manifest,
                async client =>
                {
                    while (server.Answers < Cases.Scaled(AnswersOfKit) / clients + 1)
                        await MeasureAsync(stack, client, server.Socket.EndPoint.Port);
                    return true;
                }
            );
        }
        catch (Exception e)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}", e);
        }
    }

    private static async Task MeasureAsync(DescribedStack stack, SpokenWorker client, int port)
    {
        var connect = stack.At(port);
        (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (2, 8, 64);
        connect["lost_after_ns"] = 20_000_000;
        if ((await client.AskAsync("connect", connect)).Text("status") != "ok")
            return;
        for (var n = 0; n < 5; n++)
        {
            var result = await client.AskAsync("run", new JsonObject { ["duration_ns"] = 30_000_000 });
            if (result.Text("status") == "ok")
                Assert.Equal(result.Number("sent"), result.Number("received") + result.Number("lost"));
            else
                Assert.Contains("ended", result.Text("reason"));
        }
        await client.OkAsync("usage");
        await client.OkAsync("disconnect");
    }

    /// <summary>A server on loopback that greets whoever comes, and changes what it echoes.</summary>
    private sealed class Liar
    {
        private readonly Case _made;
        private readonly bool _isStream;
        private readonly Lock _one = new();
        private long _answers;

        public Liar(Case made, bool isStream)
        {
            (_made, _isStream) = (made, isStream);
            Socket = new(IPAddress.Loopback, isStream, isStream ? ServeStream : ServeDatagrams);
        }

        public SocketServer Socket { get; }
        public long Answers => Volatile.Read(ref _answers);

        private void ServeStream(Socket client)
        {
            client.SendTimeout = 1_000;
            using var stream = new NetworkStream(client);
            var (length, body) = (new byte[OurWords.LengthBytes], new byte[OurWords.MostBody]);
            while (true)
            {
                stream.ReadExactly(length);
                var count = BinaryPrimitives.ReadInt32LittleEndian(length);
                stream.ReadExactly(body, 0, count);
                stream.Write(Answer(body.AsSpan(0, count)));
            }
        }

        private void ServeDatagrams(Socket socket)
        {
            var buffer = new byte[1 << 16];
            EndPoint client = new IPEndPoint(IPAddress.Any, 0);
            while (true)
            {
                var answer = Answer(buffer.AsSpan(0, socket.ReceiveFrom(buffer, ref client)));
                socket.SendTo(answer.AsSpan(0, Math.Min(answer.Length, 65_507)), client);
            }
        }

        /// <summary>One at a time, for the case has a state.</summary>
        private byte[] Answer(ReadOnlySpan<byte> body)
        {
            lock (_one)
            {
                if (OurWords.IsHello(body))
                    return Framed(OurWords.Welcome);
                _answers++;
                var changed = new FrameMaker(_made, [body.ToArray(), Framed(body), OurWords.Welcome]).Next();
                // Behind a frame that is none a stream has ended.
                if (!_made.InPercent(_isStream ? 97 : 50))
                    return changed.ToArray();
                return Framed(
                    changed.Length < OurWords.LeastBody
                        ? new byte[OurWords.LeastBody]
                        : changed[..Math.Min(changed.Length, OurWords.MostBody)]
                );
            }
        }

        private byte[] Framed(ReadOnlySpan<byte> body) => _isStream ? OurWords.Framed(body) : body.ToArray();
    }
}
