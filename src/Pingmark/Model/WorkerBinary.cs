namespace Pingmark.Model;

/// <summary>What a worker was when a run began.</summary>
/// <param name="Name">The worker's name, with the version of its runtime where it was asked for one.</param>
/// <param name="Files">How many files were built.</param>
/// <param name="Sha256">The SHA-256 of what <c>sha256sum</c> prints of these files, in the order of their
/// names.</param>
public sealed record WorkerBinary(string Name, int Files, string Sha256);
