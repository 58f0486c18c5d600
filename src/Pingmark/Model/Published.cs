namespace Pingmark.Model;

/// <summary>What was published for this experiment: its figures, printed beside the measured ones, and its findings,
/// judged by them.</summary>
public sealed record Published(string Source, string Finding, IReadOnlyList<PublishedFigure> Figures)
{
    public IReadOnlyList<Claim> Claims { get; init; } = [];
}

/// <summary>One published figure; null match fields match every cell.</summary>
public sealed record PublishedFigure(
    string? Stack,
    string? Scenario,
    int? Connections,
    int? InFlight,
    string Metric,
    double Value,
    double? Spread,
    string Note
)
{
    /// <summary>Where it was measured: it stands beside figures of the same setting alone; null: of any.</summary>
    public Setting? Setting { get; init; }
}

/// <summary>Where the two sides of a measurement are, which figures depend on more than on the machine.</summary>
public enum Setting
{
    /// <summary>Two processes of one machine.</summary>
    OneMachine,
    TwoMachines,

    /// <summary>Both sides in one process.</summary>
    OneProcess,
}
