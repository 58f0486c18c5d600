using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance;

/// <summary>What a case works with: workers, started when they are needed, and the kit's own peers. Whatever a case
/// opens is closed when it ends. Cases that only add connections to a server share one, those that expect refusals
/// share a worker without a role, and a client that disconnected properly connects again for the next case, because
/// starting processes is most of what the cases cost.</summary>
internal sealed class Bench(ConformanceTarget target, StackFacts? stack, VectorFiles vectors) : IAsyncDisposable
{
    private readonly List<IAsyncDisposable> _opened = [];
    private readonly List<WorkerUnderTest> _started = [];
    private ServerUnderTest? _shared;
    private WorkerUnderTest? _idle;
    private WorkerUnderTest? _disconnected;
    private WorkerUnderTest? _client;

    public StackFacts Stack => stack ?? throw new CaseFailure("a stack to try it on", "the worker described none");
    public VectorFiles Vectors { get; } = vectors;

    /// <param name="descriptors">The most descriptors that it may have open; null: as many as this process.</param>
    public async Task<WorkerUnderTest> StartAsync(int? descriptors = null) =>
        Use(await WorkerUnderTest.StartAsync(descriptors is { } most ? target.WithDescriptors(most) : target));

    private WorkerUnderTest Use(WorkerUnderTest worker)
    {
        _started.Add(worker);
        return Keep(worker);
    }

    /// <summary>A worker without a role that cases share; it must stay without one.</summary>
    public async Task<WorkerUnderTest> IdleAsync() => _idle ??= await WorkerUnderTest.StartAsync(target);

    public T Keep<T>(T resource)
        where T : IAsyncDisposable
    {
        _opened.Add(resource);
        return resource;
    }

    /// <summary>Starts a server for this case alone.</summary>
    public async Task<ServerUnderTest> ListenAsync(JsonObject? options = null) =>
        await ListenOnAsync(await StartAsync(), options);

    public Task<ServerUnderTest> ListenOnAsync(WorkerUnderTest worker, JsonObject? options = null) =>
        ServerUnderTest.ListenAsync(worker, Stack, options);

    /// <summary>The server that the stack's cases share. A case must leave it as it was: working, with nobody
    /// connected.</summary>
    public async Task<ServerUnderTest> ServerAsync()
    {
        _shared ??= await ListenOnAsync(await WorkerUnderTest.StartAsync(target));
        // A server learns that the last case's connections were closed when it looks; datagrams have no end that it
        // could see.
        if (_opened.Count == 0 && Stack.TellsEnds)
            await _shared.CountsAsync(0, usage => usage.Connections);
        return _shared;
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
        Use(server.Worker);
        _shared = null;
        return server;
    }

    /// <summary>A worker for the client's role, not connected; the next case gets it when this one leaves it
    /// usable.</summary>
    public async Task<WorkerUnderTest> UnconnectedAsync()
    {
        var worker = _disconnected is { } known ? Use(known) : await StartAsync();
        (_disconnected, _client) = (null, worker);
        return worker;
    }

    /// <summary>Opens a raw connection to a server, which has not greeted yet; it is closed when the case
    /// ends.</summary>
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
    public RawServer Serve(Behaviour? behaviour = null) => Keep(RawServer.Open(Stack.Wire, behaviour ?? new()));

    public async Task<ClientUnderTest> ConnectAsync(IListening server, JsonObject? options = null) =>
        await ConnectAsync(await UnconnectedAsync(), server, options);

    public Task<ClientUnderTest> ConnectAsync(WorkerUnderTest worker, IListening server, JsonObject? options = null) =>
        ClientUnderTest.ConnectAsync(worker, ConnectFields(server, options));

    public JsonObject ConnectFields(IListening server, JsonObject? options = null) =>
        ClientUnderTest.Request(Stack, server.Address, server.Token, options);

    public JsonObject ListenFields() => ServerUnderTest.Request(Stack, NewToken());

    /// <summary>Keeps the last client for the next case, where it can still be used.</summary>
    private async Task KeepClientAsync()
    {
        if (_client is not { IsUsable: true } client)
            return;
        try
        {
            if (client.IsConnected)
                await client.OkAsync("disconnect");
        }
        catch (Exception e) when (e is CaseFailure or PingmarkException)
        {
            return;
        }
        _disconnected = client;
        _opened.Remove(client);
        _started.Remove(client);
    }

    /// <summary>Ends everything that a case opened.</summary>
    /// <param name="failed">Whether the case failed; then what cases share is ended, too, for it may be broken.</param>
    /// <returns>The last lines that the case's workers wrote to stderr.</returns>
    public async Task<IReadOnlyList<string>> EndCaseAsync(bool failed)
    {
        if (!failed)
            await KeepClientAsync();
        else
        {
            foreach (var shared in new[] { _shared?.Worker, _idle }.OfType<WorkerUnderTest>())
                Use(shared);
            (_shared, _idle) = (null, null);
        }
        _client = null;
        foreach (var resource in Enumerable.Reverse(_opened))
            await resource.DisposeAsync();
        var words = await Task.WhenAll(_started.Select(worker => worker.LastWordsAsync()));
        _opened.Clear();
        _started.Clear();
        return words.Where(line => line.Length > 0).ToList();
    }

    /// <summary>Ends the shared server when the next case does not need it, because a server that spins takes a core
    /// from the others.</summary>
    public async Task EndServerAsync()
    {
        if (_shared is not null)
            await _shared.Worker.DisposeAsync();
        _shared = null;
    }

    public async ValueTask DisposeAsync()
    {
        await EndCaseAsync(failed: true);
        if (_disconnected is not null)
            await _disconnected.DisposeAsync();
    }

    public static string NewToken() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
}
