using System.Text.Json.Serialization;

namespace Pingmark.Model;

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

/// <summary>What the server's stacks of a class have in common: only cells of one class are compared with each other.
/// A fact that the suite does not go by is null.</summary>
public sealed record StackClass
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Transport { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Waiting? Waits { get; init; }

    /// <summary>The id of the stack, without a version.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Stack { get; init; }

    public static StackClass Of(IReadOnlyList<ClassFact> facts, string stack, string transport, Waiting? waits) =>
        new()
        {
            Stack = facts.Contains(ClassFact.Stack) ? StackVersion.Plain(stack) : null,
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
