using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>The capacity of cell <c>A</c> relative to that of its baseline <c>B</c>, generation by
/// generation.</summary>
/// <param name="Ratio">Above 1 where <c>A</c> carries more.</param>
/// <param name="Verdict">Faster: it carries more.</param>
/// <param name="Generations">In how many generations both have a capacity.</param>
public sealed record CapacityComparison(string A, string B, Estimate Ratio, ComparisonVerdict Verdict, int Generations);
