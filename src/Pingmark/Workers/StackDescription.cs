using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a stack is, and what it can do.</summary>
/// <param name="Transport">What is spoken on the wire; a client can drive every server of its transport.</param>
/// <param name="Spins">An idle server of this stack burns its core, so it is frozen while another cell is
/// measured.</param>
/// <param name="MaxMessageBytes">Of the unreliable transmission where the stack has both.</param>
/// <param name="MaxReliableMessageBytes">Null: the same.</param>
/// <param name="Options">Options beyond the socket's that it takes.</param>
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
    IReadOnlyList<string> Options
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

    /// <summary>By which transmission messages travel when a scenario asks for this one.</summary>
    public Transmission TransmissionFor(Transmission? asked) =>
        asked ?? (IsUnreliable ? Transmission.Unreliable : Transmission.Reliable);

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
            reply.Has("options") ? reply.Texts("options") : []
        )
        {
            Loads = reply.Has("loads") ? reply.Texts("loads") : ["closed"],
            IsLocal = reply.TextOrNull("addresses") == "folder",
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
}
