namespace Pingmark.Capacity;

/// <summary>What one window measured of one objective.</summary>
/// <param name="Objective">The objective's text.</param>
/// <param name="Value">The measured value in the unit of its limit (ns, or a share from 0 to 1); null where more was
/// not answered than the percentile leaves out, so that the value is beyond all that was measured.</param>
public sealed record ObjectiveValue(string Objective, double? Value, bool IsMet);
