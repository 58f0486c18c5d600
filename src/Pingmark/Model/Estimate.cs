namespace Pingmark.Model;

/// <summary>A value with its 95 % confidence interval over rounds; both bounds are null where there were too few rounds
/// for an interval, or where it would tell nothing.</summary>
public sealed record Estimate(double Value, double? CiLow, double? CiHigh);
