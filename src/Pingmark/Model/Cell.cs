using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>One stack under one scenario: the unit that is measured, compared and reported.</summary>
public sealed record Cell
{
    /// <summary>Unique in the suite, e.g. <c>cpp/tcp-epoll c16 f1 32B</c>; the label comes first when two cells share a
    /// stack.</summary>
    public required string Id { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }

    /// <summary>The client's stack id; <c>native</c> and <c>reference</c> are resolved when the suite is
    /// read.</summary>
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }

    /// <summary>Runtime (<c>java</c>, <c>dotnet</c>) to options for workers of that runtime.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>What is asked of this cell's stacks by names of their own, beyond what the scenario asks of
    /// all.</summary>
    [JsonIgnore]
    public StackOptions Options { get; set; } = StackOptions.None;

    /// <summary>The scenario with all options that its sides are asked.</summary>
    [JsonIgnore]
    public Scenario Asked => Options.IsEmpty ? Scenario : Scenario with { Options = Scenario.Options.With(Options) };

    /// <summary>Its id as a part of a file's name; those of two cells may be the same.</summary>
    public string FileName => string.Concat(Id.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '_'));
}
