using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a stack is, and what it can do.</summary>
/// <param name="Transport">What is spoken on the wire; a client can drive every server of its transport.</param>
/// <param name="Spins">An idle server of this stack burns its core, so it is frozen while another cell is
/// measured.</param>
/// <param name="MaxMessageBytes">Of the unreliable transmission where the stack has both.</param>
/// <param name="MaxReliableMessageBytes">Null: the same.</param>
/// <param name="Options">Those that it has beyond the socket's.</param>
public sealed record StackDescription(
    string Stack,
    string About,
    string Transport,
    bool Spins,
    string Threading,
    bool IsReliable,
    bool IsUnreliable,
    long MaxMessageBytes,
    long? MaxReliableMessageBytes,
    long MaxConnections,
    IReadOnlyList<string> SocketOptions,
    IReadOnlyList<StackOption> Options
)
{
    /// <summary>The load models that its client can make.</summary>
    public IReadOnlyList<string> Loads { get; init; } = ["closed"];

    /// <summary>Its server can send snapshots.</summary>
    public bool SendsUnasked { get; init; }

    /// <summary>How many threads both sides can have in one process.</summary>
    public IReadOnlyList<long> PairThreads { get; init; } = [];

    /// <summary>Its servers listen in a folder of this machine, and not at an IP address.</summary>
    public bool IsLocal { get; init; }

    public bool Has(string option) => Options.Any(known => known.Name == option);

    /// <summary>It has one whose name may have been meant.</summary>
    public bool IsNearTo(string option) => NearestName.Find(option, Options.Select(known => known.Name)).Count > 0;

    /// <summary>What to say of an option that it doesn't have.</summary>
    public string HasNo(string option) =>
        $"{Stack} has no option '{option}'"
        + NearestName.Suggestion(option, Options.Select(known => known.Name).ToList())
        + (Options.Count == 0 ? "; it has none" : $"; `pingmark list stacks {Stack}` tells those that it has");

    /// <summary>By which transmission messages travel when a scenario asks for this one.</summary>
    public Transmission TransmissionFor(Transmission? asked) =>
        asked ?? (IsUnreliable ? Transmission.Unreliable : Transmission.Reliable);

    /// <summary>As a worker that is started for this question tells it.</summary>
    /// <exception cref="WorkerFault">It doesn't.</exception>
    public static async Task<StackDescription> AskAsync(IWorkerStarter starter, string stack, CancellationToken cancel)
    {
        var noOptions = new Dictionary<string, IReadOnlyList<string>>();
        await using var worker = await starter.StartAsync(stack, "client", noOptions, cpus: null, cancel);
        await worker.HelloAsync(cancel);
        return await worker.DescribeAsync(stack, cancel);
    }

    internal static StackDescription Read(string stack, Reply reply) =>
        new(
            stack,
            reply.Text("about"),
            reply.Text("transport"),
            reply.Text("waits") == "spin",
            reply.Text("threading"),
            reply.Flag("reliable"),
            reply.Flag("unreliable"),
            reply.Count("max_message_bytes"),
            reply.CountOrNull("max_reliable_message_bytes"),
            reply.Count("max_connections"),
            reply.Texts("socket_options"),
            StackOption.Read(reply)
        )
        {
            Loads = reply.Has("loads") ? reply.Texts("loads") : ["closed"],
            IsLocal = reply.TextOrNull("addresses") == "folder",
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
}
