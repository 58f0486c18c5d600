namespace Pingmark.Conformance;

/// <summary>What a case looks at; the side that is not looked at is the kit's own raw peer, except in a pair.</summary>
public enum Subject
{
    /// <summary>The process as such, once for each worker; where a stack is needed, its first.</summary>
    Worker,
    Server,
    Client,
    /// <summary>The stack's own client against its own server.</summary>
    Pair,
}

/// <summary>One thing that every worker must do, in any language.</summary>
public sealed class ConformanceCase
{
    internal ConformanceCase(string id, string proves, Subject subject, Func<Bench, Task> body, string? framing = null)
    {
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
    internal Func<Bench, Task> Body { get; }

    internal bool AppliesTo(StackFacts stack) => (Framing is null || Framing == stack.Framing) && Subject switch
    {
        Subject.Server => stack.Roles.Contains("server"),
        Subject.Client => stack.Roles.Contains("client"),
        Subject.Pair => stack.Roles.Contains("server") && stack.Roles.Contains("client"),
        _ => false,
    };

    public override string ToString() => Id;
}
