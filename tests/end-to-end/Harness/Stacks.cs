using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The stacks of the tree that suites may have, those that can run here as their workers describe
/// them.</summary>
internal static class Stacks
{
    private static readonly Lazy<Task<IReadOnlyList<DescribedStack>>> All = new(FindAsync);

    private static IEnumerable<string> Names =>
        WorkersHere.Names.Where(WorkersHere.HasServers).SelectMany(WorkersHere.StacksOf);

    /// <summary>Rows of a theory: every stack of the tree, whether it can run here or not.</summary>
    public static TheoryData<string> Ids => new(Names);

    /// <summary>Over UDP, with both transmissions.</summary>
    public static TheoryData<string> OfLibraries =>
        new(
            Names.Where(id => Transports.ForStack(id) != "udp" && !Transports.IsOverTcp(id) && !Transports.IsLocal(id))
        );

    /// <summary>Of wires that anybody can speak.</summary>
    public static TheoryData<string> OverTcpAndUdp => new(WithWires(WorkersHere.Names));

    public static TheoryData<string> ClientsOverTcpAndUdp =>
        new(WithWires(WorkersHere.Names.Where(WorkersHere.HasClients)));

    private static IEnumerable<string> WithWires(IEnumerable<string> workers) =>
        workers.SelectMany(WorkersHere.StacksOf).Where(id => Transports.ForStack(id) is "tcp" or "udp");

    /// <summary>The client for a server: its own, or of a server alone one that speaks its wire, of C++ where there is
    /// one.</summary>
    public static async Task<DescribedStack> ClientOfAsync(DescribedStack server) =>
        server.HasClient
            ? server
            : (await AvailableAsync())
                .Where(stack => stack.Wire == server.Wire && stack.HasClient)
                .OrderBy(stack => !stack.Id.StartsWith("cpp/", StringComparison.Ordinal))
                .First();

    /// <summary>Asked once: nothing is built or removed while the tests run.</summary>
    public static Task<IReadOnlyList<DescribedStack>> AvailableAsync() => All.Value;

    /// <summary>Skips the test when its worker can't be had.</summary>
    public static async Task<DescribedStack> NeedAsync(string id)
    {
        await WorkersHere.NeedAsync(WorkersHere.Of(id));
        return (await AvailableAsync()).Single(stack => stack.Id == id);
    }

    private static async Task<IReadOnlyList<DescribedStack>> FindAsync() =>
        [
            .. (
                await Task.WhenAll(
                    (await WorkersHere.AvailableAsync()).Where(WorkersHere.HasServers).Select(DescribeAsync)
                )
            ).SelectMany(stacks => stacks),
        ];

    private static async Task<IReadOnlyList<DescribedStack>> DescribeAsync(string name)
    {
        var manifest = WorkersHere.Manifest(name);
        await using var worker = SpokenWorker.Start(manifest);
        var described = new List<DescribedStack>();
        foreach (var id in WorkersHere.StacksOf(name))
            described.Add(new(id, manifest, await worker.OkAsync("describe", new JsonObject { ["stack"] = id })));
        return described;
    }
}
