using System.Net;
using System.Security.Cryptography;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases that show that a UDP server serves alike with a connected socket for each of its first peers, and
/// without.</summary>
internal static class ConnectedSocketCases
{
    private const string Option = "connected_sockets";

    /// <summary>The number of peers: more than <c>connected_datagram_peers</c> of protocol/constants.json, so that some
    /// share a socket.</summary>
    private const int Peers = 64 + 6;

    private static Task ConnectedSocketsServeAsync(Bench bench) => BothAsync(bench, ServeAsync);

    private static Task ConnectedSocketsComeAgainAsync(Bench bench) => BothAsync(bench, ComeAgainAsync);

    private static Task ConnectedSocketsManyAsync(Bench bench) => BothAsync(bench, ManyAsync);

    private static Task ConnectedSocketsStrangersAsync(Bench bench) => BothAsync(bench, SecurityCases.StaysSilentAsync);

    private static async Task BothAsync(Bench bench, Func<Bench, ServerUnderTest, Task> body)
    {
        Expect.That((await bench.ServerAsync()).Listening.Flag(Option), $"{Option} = true when nobody asks", "false");
        foreach (var connected in new[] { true, false })
        {
            var server = connected
                ? await bench.ServerAsync()
                : await bench.ListenAsync(new() { [Option] = connected });
            Expect.Equal($"the effective {Option}", connected, server.Listening.Flag(Option));
            await body(bench, server);
        }
    }

    private static async Task ServeAsync(Bench bench, ServerUnderTest server)
    {
        var clients = await bench.GreetAsync(server, 5);
        for (var n = 0; n < 20; n++)
            await EchoAllAsync(clients);
    }

    private static async Task ComeAgainAsync(Bench bench, ServerUnderTest server)
    {
        var other = await bench.GreetAsync(server);
        IPEndPoint? from = null;
        for (var n = 0; n < 3; n++)
        {
            var client = bench.Keep(new RawDatagramClient(server.Address.Ip, from));
            from = (IPEndPoint)client.Socket.LocalEndPoint!;
            await client.GreetAgainAsync(server.Token);
            await client.EchoAsync(RandomNumberGenerator.GetBytes(28));
            // Its answer finds a closed port, which a connected socket is told, or the next client.
            await client.SendAsync(RandomNumberGenerator.GetBytes(28));
            await client.DisposeAsync();
            await other.EchoAsync(RandomNumberGenerator.GetBytes(28));
        }
    }

    private static async Task ManyAsync(Bench bench, ServerUnderTest server)
    {
        const int Rounds = 3;
        var before = await server.UsageAsync();
        var clients = await bench.GreetAsync(server, Peers);
        for (var n = 0; n < Rounds; n++)
            await EchoAllAsync(clients);
        await server.CountsAsync(before.Messages + Rounds * Peers, usage => usage.Messages);
        await server.HasAsync(before.Connections + Peers, usage => usage.Connections);
    }

    /// <summary>Sends a message from each client at once, and expects each client's own body back.</summary>
    private static async Task EchoAllAsync(List<RawClient> clients)
    {
        var bodies = clients.Select(_ => RandomNumberGenerator.GetBytes(28)).ToList();
        foreach (var (client, body) in clients.Zip(bodies))
            await client.SendAsync(body);
        foreach (var (client, body) in clients.Zip(bodies))
            Expect.SameBytes("each client's own body back", body, await client.ReceiveAsync());
    }
}
