using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>The runtime version after the <c>@</c> in names of stacks, workers and suite entries.</summary>
public static class StackVersion
{
    private const char Mark = '@';

    public static string AppendTo(string name, string version) => $"{name}{Mark}{version}";

    /// <summary>The name without a version.</summary>
    public static string RemoveFrom(string name) => name.Split(Mark)[0];

    /// <summary>The version; null where the name has none.</summary>
    public static string? FindIn(string name) => name.IndexOf(Mark) is >= 0 and var at ? name[(at + 1)..] : null;
}

/// <summary>Tells what a stack speaks by its id, before any worker is asked.</summary>
public static class Transports
{
    /// <summary>The words in ids that name a transport, each with the transport.</summary>
    private static readonly Dictionary<string, string> Words = new()
    {
        ["tcp"] = "tcp",
        ["udp"] = "udp",
        ["tls"] = "tls",
        ["ssl"] = "tls",
        ["unix"] = "unix",
        ["shm"] = "shm",
        ["http"] = "http",
    };

    /// <summary>The transport from a stack's id (<c>java/netty-tcp</c>: tcp); else the library's name.</summary>
    public static string ForStack(string stack)
    {
        var name = StackVersion.RemoveFrom(stack[(stack.IndexOf('/') + 1)..]);
        return name.Split('-').Select(word => Words.GetValueOrDefault(word)).FirstOrDefault(found => found is not null)
            ?? name;
    }

    /// <summary>The transport for people: <c>TCP</c>, <c>Unix sockets</c>, or a library's name.</summary>
    public static string Title(string transport) =>
        transport switch
        {
            "tcp" or "udp" or "tls" or "http" => transport.ToUpperInvariant(),
            "unix" => "Unix sockets",
            "shm" => "shared memory",
            "websocket" => "WebSocket",
            _ => transport,
        };

    public static bool IsOverTcp(string stack) =>
        ForStack(stack) is "tcp" or "tls" or "websocket" or "http" or "requests";

    /// <summary>Whether a stack's messages stay within this machine, without a network.</summary>
    public static bool IsLocal(string stack) => ForStack(stack) is "unix" or "shm";
}

/// <summary>What an idle server does until a message comes.</summary>
public enum Waiting
{
    /// <summary>It sleeps in the kernel, which wakes it.</summary>
    Block,

    /// <summary>It asks again and again, and uses a whole core for it.</summary>
    Spin,
}

/// <summary>A fact of stacks by which a suite may compare like with like.</summary>
public enum ClassFact
{
    Transport,
    Waits,

    /// <summary>The stack itself, in whichever version of its runtime.</summary>
    Stack,
}

/// <summary>What compared stacks have in common; a fact that the suite does not use is null.</summary>
public sealed record StackClass
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Transport { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Waiting? Waits { get; init; }

    /// <summary>The id of the stack, without a version.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Stack { get; init; }

    public static StackClass Create(IReadOnlyList<ClassFact> facts, string stack, string transport, Waiting? waits) =>
        new()
        {
            Stack = facts.Contains(ClassFact.Stack) ? StackVersion.RemoveFrom(stack) : null,
            Transport = facts.Contains(ClassFact.Transport) ? transport : null,
            Waits = facts.Contains(ClassFact.Waits) ? waits : null,
        };

    /// <summary>The class in words: <c>TCP, blocking</c>.</summary>
    [JsonIgnore]
    public string Title =>
        string.Join(
            ", ",
            new[] { Stack, Transport is null ? null : Transports.Title(Transport), WaitingWord }.OfType<string>()
        );

    private string? WaitingWord =>
        Waits switch
        {
            Waiting.Block => "blocking",
            Waiting.Spin => "spinning",
            _ => null,
        };
}

/// <summary>What cells must have in common to be compared: the first of them is the baseline of the others.</summary>
public sealed record ComparedWithin(Scenario Scenario, StackClass? Class);
