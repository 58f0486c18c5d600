namespace Pingmark.Model;

/// <summary>What cells of several scenarios show together, as earlier versions wrote it.</summary>
public sealed record Observation(string Id, string Text);
