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

/// <summary>A field that tells a worker the value of a scenario key.</summary>
/// <param name="Name">Its name in the request and in the reply.</param>
/// <param name="Value">The value; null where it was not asked for and is not sent.</param>
public sealed record WireField(Request Request, string Name, Func<Scenario, JsonNode?> Value)
{
    /// <summary>Whether it is an option whose effective value the worker reports; one that was asked for must be
    /// reported.</summary>
    public bool IsOption { get; init; }

    /// <summary>Whether the effective value must equal the one asked for. The kernel rounds buffer sizes, and Linux
    /// reports the double.</summary>
    public bool IsExact { get; init; } = true;
}
