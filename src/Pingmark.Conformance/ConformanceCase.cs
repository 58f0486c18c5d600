using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>What a case looks at; the side that is not looked at is the kit's own raw peer, except in a pair.</summary>
public enum Subject
{
    /// <summary>The process as such, once for each language; where a stack is needed, its worker's first.</summary>
    Worker,
    Server,
    Client,

    /// <summary>The stack's own client against its own server.</summary>
    Pair,
}

/// <summary>What a case needs on the other side.</summary>
public enum Peer
{
    Any,

    /// <summary>The kit's own peer, which speaks the project's wire format: raw sockets only.</summary>
    Raw,

    /// <summary>The library's own other side, since nobody else knows its protocol.</summary>
    Library,
}

/// <summary>One thing that every worker must do, in any language.</summary>
public sealed class ConformanceCase
{
    /// <param name="peer">Null: the raw peer where one side is looked at, any where a pair is.</param>
    /// <param name="endsServer">It ends the server that the cases before it share, and so comes after them.</param>
    /// <param name="ownServer">It has a server of its own, and comes before those that share one, which might spin
    /// meanwhile.</param>
    /// <param name="load">It is about this load, and about stacks whose client can make it.</param>
    /// <param name="sendsUnasked">It is about stacks whose server sends unasked, whatever their client can do.</param>
    /// <param name="option">It is about this option, and about stacks that have it.</param>
    /// <param name="transports">It is about what these libraries speak.</param>
    /// <param name="pairThreads">It is about both sides in one process with so many threads, and about stacks that can
    /// be that.</param>
    /// <param name="ofKit">It is about what all stacks of a language have in common: the first that it applies to
    /// stands for all. So are all cases of a worker as such.</param>
    /// <param name="ofFraming">It is about what all stacks of a language have in common that carry messages in one way:
    /// the first of each framing stands for the others.</param>
    /// <param name="spins">It is about stacks that never wait.</param>
    /// <param name="alone">It measures time: no other case runs meanwhile.</param>
    internal ConformanceCase(
        string id,
        string proves,
        Subject subject,
        Func<Bench, Task> body,
        string? framing = null,
        Peer? peer = null,
        bool alone = false,
        bool ofKit = false,
        bool ofFraming = false,
        bool endsServer = false,
        bool ownServer = false,
        string? load = null,
        string? option = null,
        IReadOnlyList<string>? transports = null,
        int? pairThreads = null,
        bool sendsUnasked = false,
        bool spins = false
    )
    {
        (PairThreads, SendsUnasked, Spins) = (pairThreads, sendsUnasked, spins);
        (Alone, OfFraming, Load, Option, Transports) = (alone, ofFraming, load, option, transports);
        OfKit = ofKit || subject == Subject.Worker;
        (EndsServer, OwnServer) = (endsServer, ownServer);
        Peer = peer ?? (subject is Subject.Server or Subject.Client ? Peer.Raw : Peer.Any);
        Id = id;
        Proves = proves;
        Subject = subject;
        Body = body;
        Framing = framing;
    }

    /// <summary><c>group.what</c>, e.g. <c>handshake.wrong-version</c>.</summary>
    public string Id { get; }

    /// <summary>One line: what is known of a worker that passes.</summary>
    public string Proves { get; }
    public Subject Subject { get; }

    /// <summary><c>stream</c> or <c>datagram</c> where the case has no meaning for the other; null for both.</summary>
    public string? Framing { get; }
    public Peer Peer { get; }
    public bool Alone { get; }
    public bool OfKit { get; }
    public bool OfFraming { get; }
    public bool EndsServer { get; }
    public bool OwnServer { get; }
    public string? Load { get; }
    public string? Option { get; }
    public IReadOnlyList<string>? Transports { get; }
    public int? PairThreads { get; }
    public bool SendsUnasked { get; }
    public bool Spins { get; }
    internal Func<Bench, Task> Body { get; }

    internal bool AppliesTo(StackFacts stack) =>
        (Peer == Peer.Any || stack.IsRaw == (Peer == Peer.Raw))
        && (Framing is null || Framing == stack.Framing)
        && (Load is null || stack.Loads.Contains(Load))
        && (!SendsUnasked || stack.SendsUnasked)
        && (!Spins || stack.Spins)
        && (Option is null || stack.Options.Contains(Option))
        && (Transports?.Contains(stack.Transport) ?? true)
        && (PairThreads is not { } threads || stack.PairThreads.Contains(threads))
        && Subject switch
        {
            Subject.Server => stack.Roles.Contains("server"),
            Subject.Client => stack.Roles.Contains("client"),
            Subject.Pair => stack.Roles.Contains("server") && stack.Roles.Contains("client"),
            _ => false,
        };

    /// <summary>Whether one of these, which are of the same language and looked at too, stands for the stack.</summary>
    internal bool IsShownBy(IEnumerable<StackFacts> others, StackFacts stack) =>
        (OfKit || OfFraming) && others.Any(other => AppliesTo(other) && (OfKit || other.Framing == stack.Framing));

    public override string ToString() => Id;
}
