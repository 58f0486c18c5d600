namespace Pingmark.Model;

/// <summary>Figures that were published for this experiment, printed beside the measured ones.</summary>
public sealed record Published(string Source, string Finding, IReadOnlyList<PublishedFigure> Figures);

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
);
