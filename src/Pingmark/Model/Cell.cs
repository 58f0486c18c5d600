using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>One stack under one scenario: the unit that is measured, compared and reported.</summary>
public sealed record Cell
{
    /// <summary>Unique in the suite: <c>cpp/tcp-epoll c16 f1 32B</c>, with the label in place of the stack.</summary>
    public required string Id { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }

    /// <summary>The client's stack id, with <c>native</c> and <c>reference</c> already resolved.</summary>
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }

    /// <summary>The class of stacks it is compared within; null: all stacks of the scenario.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public StackClass? Class { get; init; }

    /// <summary>Those that this cell is compared with have the same.</summary>
    [JsonIgnore]
    public ComparedWithin ComparedWithin => new(Scenario, Class);

    /// <summary>Options for workers of a runtime, by the runtime's name (<c>java</c>, <c>dotnet</c>).</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The stack options that this cell alone asks for, beyond those of its scenario.</summary>
    [JsonIgnore]
    public StackOptions Options { get; set; } = StackOptions.None;

    /// <summary>The scenario with all options that are asked of its two sides.</summary>
    [JsonIgnore]
    public Scenario Asked => Options.IsEmpty ? Scenario : Scenario with { Options = Scenario.Options.With(Options) };

    /// <summary>The id as a part of a file's name; two cells may have the same.</summary>
    public string FileName => string.Concat(Id.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '_'));
}
