using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The requests of the worker protocol that carry a part of the scenario.</summary>
public enum Request
{
    Listen,
    Connect,
    Run,
}

/// <summary>How a scenario key travels to a worker.</summary>
/// <param name="Name">The field's, in the request and in its reply.</param>
/// <param name="Value">Null: not asked for, and not sent.</param>
public sealed record WireField(Request Request, string Name, Func<Scenario, JsonNode?> Value)
{
    /// <summary>An option whose effective value the worker reports; one that was asked for must be reported.</summary>
    public bool IsOption { get; init; }

    /// <summary>False where the kernel may give another value than the one asked for: it rounds buffers, and Linux
    /// reports the double.</summary>
    public bool IsExact { get; init; } = true;
}
