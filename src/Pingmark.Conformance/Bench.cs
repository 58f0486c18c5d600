using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance;

/// <summary>What a case works with: workers, started when they are needed, and the kit's own peers. What a case opens
/// is closed when it ends. Cases share a server, a worker without a role, and a client that disconnected, because
/// starting processes is most of what the cases cost.</summary>
internal sealed class Bench(ConformanceTarget target, StackFacts? stack, string root) : IAsyncDisposable
{
    private static readonly string[] OnByDefault = ["no_delay", "connected_sockets"];

    private readonly List<IAsyncDisposable> _opened = [];
    private ServerUnderTest? _server;
    private WorkerUnderTest? _idle;
    private WorkerUnderTest? _client;

    public StackFacts Stack => stack ?? throw new CaseFailure("a stack to try it on", "the worker described none");

    /// <summary>Reads a file of protocol/vectors: values that every language must compute alike.</summary>
    public IReadOnlyList<JsonElement> ReadVectors(string name)
    {
        using var file = JsonDocument.Parse(
            File.ReadAllBytes(Path.Combine(root, "protocol", "vectors", $"{name}.json"))
        );
        return [.. file.RootElement.GetProperty("vectors").EnumerateArray().Select(vector => vector.Clone())];
    }

    /// <param name="descriptors">The most descriptors that it may have open; null: as many as this process.</param>
    public async Task<WorkerUnderTest> StartAsync(int? descriptors = null) =>
        Keep(await WorkerUnderTest.StartAsync(descriptors is { } most ? target.WithDescriptors(most) : target));

    /// <summary>A worker without a role that cases share; it must stay without one.</summary>
    public async Task<WorkerUnderTest> IdleAsync() => _idle ??= await WorkerUnderTest.StartAsync(target);

    /// <summary>Closes a resource when the case ends.</summary>
    public T Keep<T>(T resource)
        where T : IAsyncDisposable
    {
        _opened.Add(resource);
        return resource;
    }

    /// <summary>Starts a server for this case alone.</summary>
    public async Task<ServerUnderTest> ListenAsync(JsonObject? options = null) =>
        await ServerUnderTest.ListenAsync(await StartAsync(), Stack, options);

    /// <summary>The server that the stack's cases share. A case must leave it as it was: working, with nobody
    /// connected.</summary>
    public async Task<ServerUnderTest> ServerAsync()
    {
        if (_server is null)
        {
            _server = await ServerUnderTest.ListenAsync(await WorkerUnderTest.StartAsync(target), Stack, null);
            foreach (var option in OnByDefault.Intersect(Stack.SocketOptions.Concat(Stack.Options)))
                Expect.Equal($"{option} when nobody asks", true, _server.Listening.Flag(option));
        }
        // A server learns that the last case's connections were closed when it looks; datagrams have no end that it
        // could see.
        if (_opened.Count == 0 && Stack.NoticesEnds)
            await _server.CountsAsync(0, usage => usage.Connections);
        return _server;
    }

    /// <summary>The shared server without any peers, for cases of whole pairs, which count its connections.</summary>
    public async Task<ServerUnderTest> EmptyServerAsync()
    {
        var server = await ServerAsync();
        if ((await server.UsageAsync()).Connections > 0)
            await server.Worker.OkAsync("disconnect");
        return server;
    }

    /// <summary>The shared server for a case that ends it.</summary>
    public async Task<ServerUnderTest> LastServerAsync()
    {
        var server = await EmptyServerAsync();
        Keep(server.Worker);
        _server = null;
        return server;
    }

    /// <summary>A worker for the client's role, not connected; the next case gets it when this one leaves it
    /// usable.</summary>
    public async Task<WorkerUnderTest> UnconnectedAsync()
    {
        if (_client is { IsUsable: true, IsConnected: false })
            return _client;
        if (_client is not null)
            Keep(_client);
        return _client = await WorkerUnderTest.StartAsync(target);
    }

    /// <summary>Opens a raw connection to a server, which has not greeted yet.</summary>
    public async Task<RawClient> OpenAsync(ServerUnderTest server) =>
        Keep(await RawClient.OpenAsync(Stack, server.Address));

    /// <summary>Opens a raw connection and greets the server, which must answer the hello.</summary>
    public async Task<RawClient> GreetAsync(ServerUnderTest server)
    {
        var client = await OpenAsync(server);
        await client.GreetAsync(server.Token);
        return client;
    }

    public async Task<List<RawClient>> GreetAsync(ServerUnderTest server, int count)
    {
        var clients = new List<RawClient>();
        while (clients.Count < count)
            clients.Add(await GreetAsync(server));
        return clients;
    }

    /// <summary>Starts a raw server for the worker's client.</summary>
    public RawServer Serve(Behaviour? behaviour = null) => Keep(RawServer.Open(Stack, behaviour ?? new()));

    public async Task<ClientUnderTest> ConnectAsync(IListening server, JsonObject? options = null) =>
        await ConnectAsync(await UnconnectedAsync(), server, options);

    public Task<ClientUnderTest> ConnectAsync(WorkerUnderTest worker, IListening server, JsonObject? options = null) =>
        ClientUnderTest.ConnectAsync(worker, ConnectFields(server, options));

    /// <summary>Connects a client to a raw server, makes a run of 200 messages, and disconnects.</summary>
    public async Task<Measurement> MeasureAsync(Behaviour behaviour, JsonObject? options = null)
    {
        var client = await ConnectAsync(Serve(behaviour), options);
        var result = await client.RunAsync();
        await client.DisconnectAsync();
        return result;
    }

    public JsonObject ConnectFields(IListening server, JsonObject? options = null) =>
        ClientUnderTest.Request(Stack, server.Address, server.Token, options);

    /// <summary>Ends what a case opened, and keeps what cases share, unless the case failed.</summary>
    /// <returns>The last lines that its workers wrote to stderr.</returns>
    public async Task<IReadOnlyList<string>> EndCaseAsync(bool failed)
    {
        if (failed)
        {
            _opened.AddRange(new[] { _server?.Worker, _idle }.OfType<WorkerUnderTest>());
            (_server, _idle) = (null, null);
        }
        if (_client is not null && (failed || !await DisconnectedAsync(_client)))
        {
            Keep(_client);
            _client = null;
        }
        foreach (var resource in Enumerable.Reverse(_opened))
            await resource.DisposeAsync();
        var words = _opened.OfType<WorkerUnderTest>().Select(worker => worker.LastWords).ToList();
        _opened.Clear();
        return words;
    }

    /// <returns>Whether another case can use it.</returns>
    private static async Task<bool> DisconnectedAsync(WorkerUnderTest client)
    {
        try
        {
            if (client is { IsUsable: true, IsConnected: true })
                await client.OkAsync("disconnect");
            return client.IsUsable;
        }
        catch (Exception e) when (e is CaseFailure or PingmarkException)
        {
            return false;
        }
    }

    /// <summary>Ends the shared server when the next case does not need it, because a server that spins takes a core
    /// from the others.</summary>
    public async Task EndServerAsync()
    {
        if (_server is not null)
            await _server.Worker.DisposeAsync();
        _server = null;
    }

    public async ValueTask DisposeAsync() => await EndCaseAsync(failed: true);

    public static string NewToken() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
}
