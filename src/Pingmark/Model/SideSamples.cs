namespace Pingmark.Model;

/// <summary>What one side of a cell did with its time while it was recorded.</summary>
/// <param name="Side"><c>server</c> or <c>client</c>.</param>
/// <param name="Messages">How many messages the side itself counted meanwhile.</param>
public sealed record SideSamples(string Side, string Stack, long Messages, SamplingSummary Summary);
