using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Workers;

/// <summary>What a stack is, and what it can do.</summary>
/// <param name="Transport">The protocol on the wire; a client can drive every server of its transport.</param>
/// <param name="Spins">Whether an idle server of this stack uses its core, so that it is frozen while another cell is
/// measured.</param>
/// <param name="MaxMessageBytes">The largest message, in bytes; of the unreliable transmission where the stack has
/// both.</param>
/// <param name="MaxReliableMessageBytes">The largest message of the reliable transmission; null where it is the
/// same.</param>
/// <param name="Options">The options that the stack has beside those of sockets.</param>
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
    public IReadOnlyList<string> Loads { get; init; } = [PingPongLoad.Closed];

    /// <summary>What its client's messages can carry.</summary>
    public IReadOnlyList<string> Payloads { get; init; } = Model.Payloads.Blocks;

    /// <summary>Whether its server can send snapshots.</summary>
    public bool SendsUnasked { get; init; }

    /// <summary>The numbers of threads that a pair in one process can have.</summary>
    public IReadOnlyList<long> PairThreads { get; init; } = [];

    /// <summary>Whether its servers listen in a folder of this machine, and not at an IP address.</summary>
    public bool IsLocal { get; init; }

    public bool Has(string option) => Options.Any(known => known.Name == option);

    /// <summary>Whether it has an option whose name may have been meant.</summary>
    public bool IsNearTo(string option) => NearestName.Find(option, Options.Select(known => known.Name)).Count > 0;

    /// <summary>The message for an option that it does not have.</summary>
    public string UnknownOptionMessage(string option) =>
        $"{Stack} has no option '{option}'"
        + NearestName.Suggestion(option, Options.Select(known => known.Name).ToList())
        + (Options.Count == 0 ? "; it has none" : $"; `pingmark list stacks {Stack}` tells those that it has");

    /// <summary>The transmission that a scenario gets: what it asks for, otherwise unreliable where the stack has
    /// that.</summary>
    public Transmission TransmissionFor(Transmission? asked) =>
        asked ?? (IsUnreliable ? Transmission.Unreliable : Transmission.Reliable);

    /// <summary>Its class by these facts.</summary>
    public StackClass ClassBy(IReadOnlyList<ClassFact> facts) =>
        StackClass.Of(facts, Stack, Transport, Spins ? Waiting.Spin : Waiting.Block);

    /// <summary>Starts a worker to ask it for the description of a stack.</summary>
    /// <exception cref="WorkerFault">The worker can't be started, or does not answer as it should.</exception>
    public static async Task<StackDescription> AskAsync(IWorkerStarter starter, string stack, CancellationToken cancel)
    {
        var noOptions = new Dictionary<string, IReadOnlyList<string>>();
        await using var worker = await starter.StartAsync(stack, "client", noOptions, cpus: null, cancel);
        await worker.HelloAsync(cancel);
        return await worker.DescribeAsync(stack, cancel);
    }

    /// <summary>Starts a stack's worker to ask it for the descriptions of all of these stacks that it has.</summary>
    /// <exception cref="WorkerFault">The worker can't be started, or does not answer as it should.</exception>
    public static async Task<IReadOnlyList<StackDescription>> AskAllAsync(
        IWorkerStarter starter,
        string stack,
        IReadOnlyList<string> stacks,
        CancellationToken cancel
    )
    {
        var noOptions = new Dictionary<string, IReadOnlyList<string>>();
        await using var worker = await starter.StartAsync(stack, "server", noOptions, cpus: null, cancel);
        var hello = await worker.HelloAsync(cancel);
        var described = new List<StackDescription>();
        foreach (var one in stacks.Where(one => IsOf(stack, one) && hello.Stacks.Contains(StackVersion.Plain(one))))
            described.Add(await worker.DescribeAsync(one, cancel));
        return described;
    }

    /// <summary>Whether two stacks are of one version of their runtime.</summary>
    private static bool IsOf(string stack, string other) => StackVersion.Of(stack) == StackVersion.Of(other);

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
            Loads = reply.Has("loads") ? reply.Texts("loads") : [PingPongLoad.Closed],
            Payloads = reply.Has("payloads") ? reply.Texts("payloads") : Model.Payloads.Blocks,
            IsLocal = reply.TextOrNull("addresses") == "folder",
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
}
