using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>A real worker's server, and its own client.</summary>
internal sealed class WorkerLoad : IAsyncDisposable
{
    private static readonly TimeSpan Generous = TimeSpan.FromSeconds(60);

    private WorkerLoad(string runtime, WorkerProcess server, WorkerProcess client)
    {
        Runtime = runtime;
        Server = server;
        Client = client;
    }

    public string Runtime { get; }
    public WorkerProcess Server { get; }
    public WorkerProcess Client { get; }

    /// <summary>Warmed up.</summary>
    public static async Task<WorkerLoad> StartAsync(string stack)
    {
        var load = await ConnectedAsync(stack);
        await load.RunAsync(TimeSpan.FromSeconds(1));
        return load;
    }

    /// <param name="inFlight">Messages of each connection that are under way at once.</param>
    public static async Task<WorkerLoad> ConnectedAsync(string stack, int inFlight = 1)
    {
        var manifest = Catalog.Find(stack);
        Assert.Equal(
            Availability.Yes,
            await new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false)).EnsureBuiltAsync(
                manifest,
                force: false,
                default
            )
        );
        var load = new WorkerLoad(
            manifest.Runtime,
            await LaunchAsync(manifest, "server"),
            await LaunchAsync(manifest, "client")
        );
        await load.ConnectAsync(stack, inFlight);
        return load;
    }

    /// <summary>Whether its runtime is on this machine.</summary>
    public static bool IsPossible(string stack) => Catalog.Find(stack).Requires.All(r => r.IsMet());

    private static WorkerCatalog Catalog { get; } = WorkerCatalog.Load(Root());

    /// <summary>Samples of code that is compiled anew go without a name; without profiles that comes once.</summary>
    private static Task<WorkerProcess> LaunchAsync(WorkerManifest manifest, string role)
    {
        var (command, environment) = RuntimeOptions.Apply(
            manifest,
            new Dictionary<string, IReadOnlyList<string>> { ["dotnet"] = ["TieredPGO=0"] }
        );
        return WorkerProcess.StartAsync($"{manifest.Name} ({role})", command, manifest.Folder, environment, cpus: null);
    }

    private async Task ConnectAsync(string stack, int inFlight)
    {
        var token = new string('0', 32);
        var listening = await Server.CallAsync(
            "listen",
            new()
            {
                ["stack"] = stack,
                ["address"] = "127.0.0.1",
                ["port"] = 0,
                ["token"] = token,
            },
            Generous,
            default
        );
        await Client.CallAsync(
            "connect",
            new()
            {
                ["stack"] = stack,
                ["address"] = "127.0.0.1",
                ["port"] = listening.Number("port"),
                ["token"] = token,
                ["connections"] = 4,
                ["in_flight"] = inFlight,
            },
            Generous,
            default
        );
    }

    /// <returns>Messages that were answered.</returns>
    public async Task<long> RunAsync(TimeSpan duration) =>
        (
            await Client.CallAsync(
                "run",
                new JsonObject { ["duration_ns"] = (long)duration.TotalNanoseconds },
                Generous,
                default
            )
        ).Number("received");

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        await Server.DisposeAsync();
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));
}
