namespace Pingmark.Model;

/// <summary>What cells of several scenarios show together, in words, beside what was published about it.</summary>
public sealed record Observation(string Id, string Text);
