using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Pingmark.Host;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Where a server listens, and who comes to it: a port, or a folder of its own.</summary>
internal sealed class Room(DescribedStack stack, DescribedStack client, Case made) : IDisposable
{
    private const int MostOfPlain = 64,
        MostOfEncrypted = 512;

    private readonly LocalFolder? _folder = stack.IsLocal ? new() : null;
    private Recorder? _recorder;
    private Strangers? _strangers;
    private int _port;

    /// <summary>In the server's sockets, of the 4 MiB for which it asks.</summary>
    private const long ManyBytes = 1 << 20;

    public DescribedStack Stack => stack;
    public DescribedStack Client => client;
    public Strangers Strangers => _strangers!;

    /// <summary>A library may make whole messages of what TCP carries.</summary>
    public bool IsStream =>
        stack.Description.Text("framing") == "stream"
        || stack.Description.GetProperty("socket_options").EnumerateArray().Any(o => o.GetString() == "no_delay");

    private bool IsOurs => stack.Wire is "tcp" or "udp" or "unix" or "shm";
    private string Address => _folder?.Path ?? "127.0.0.1";
    private IPEndPoint EndPoint => new(IPAddress.Loopback, _port);

    public async Task ListenAsync(SpokenWorker server) =>
        _port = (int)(await server.OkAsync("listen", stack.At(0, Address))).Number("port");

    public JsonObject Connect() => client.At(_port, Address);

    /// <summary>Of a library that has frames of its own, from a client that has measured through a recorder and stays
    /// connected.</summary>
    public async Task InviteAsync()
    {
        if (!IsOurs)
            _recorder = await RecordedAsync();
        _strangers = stack.Wire switch
        {
            "shm" => new StrangersOfRings(InFolder, Address, made),
            "unix" => new StrangersOfStreams(InFolder, new OurTalks(made, MostOfPlain), false, made),
            "tcp" => new StrangersOfStreams(EndPoint, new OurTalks(made, MostOfPlain), false, made),
            "udp" => new StrangersOfDatagrams(EndPoint, OurWords.Bodies, null, made),
            "tls" => new StrangersOfBoth(
                new StrangersOfStreams(EndPoint, new RecordedTalks(made, Said), false, made),
                new StrangersOfStreams(EndPoint, new OurTalks(made, MostOfEncrypted), true, made),
                made
            ),
            _ when IsStream => new StrangersOfStreams(EndPoint, new RecordedTalks(made, Said), false, made),
            _ => new StrangersOfDatagrams(EndPoint, Said, _recorder!.Peers, made),
        };
    }

    /// <summary>What came to the server and was not read yet would soon find no room.</summary>
    public bool IsFull => QueuedBytes() > ManyBytes;

    /// <summary>The most that waits in one of the server's sockets for datagrams, as the kernel lists them.</summary>
    private long QueuedBytes() =>
        stack.IsLocal || IsStream
            ? 0
            : File.ReadLines("/proc/net/udp")
                .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Where(fields => fields[1].EndsWith($":{_port:X4}", StringComparison.Ordinal))
                .Select(fields => Convert.ToInt64(fields[4].Split(':')[1], 16))
                .DefaultIfEmpty()
                .Max();

    /// <summary>Once all have gone, and it has read what they sent, the server has nobody left.</summary>
    public async Task EmptyAsync(SpokenWorker server)
    {
        _recorder?.Dispose();
        await Eventually.TrueAsync(
            () => QueuedBytes() == 0,
            Patience.For(10),
            () => "the server does not read what has come"
        );
        Assert.Equal(0, (await server.OkAsync("disconnect")).Number("connections"));
    }

    /// <summary>What was sent last, in a file.</summary>
    public string KeepLast()
    {
        var path = Path.Combine(Repository.Root, ".pingmark", "hostile", $"{stack.Id.Replace('/', '-')}.frames");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllLines(path, _strangers?.LastSent() ?? []);
        return path;
    }

    public void Dispose()
    {
        _strangers?.Dispose();
        _recorder?.Dispose();
        _folder?.Dispose();
    }

    private UnixDomainSocketEndPoint InFolder => new($"{Address}/{_port}");

    private IReadOnlyList<byte[]> Said =>
        _recorder!.Said is { Count: > 0 } said ? said : throw new InvalidDataException("nothing was recorded");

    private async Task<Recorder> RecordedAsync()
    {
        var recorder = new Recorder(EndPoint, IsStream);
        await using var worker = client.Start();
        var connect = client.At(recorder.Port, Address);
        connect["message_bytes"] = 64;
        await worker.OkAsync("connect", connect);
        await worker.OkAsync("run", new JsonObject { ["messages"] = 300 });
        return recorder;
    }
}
