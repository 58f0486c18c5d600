namespace Pingmark.Worker.Kit;

/// <summary>Answered as `unsupported`: this worker cannot do that, and never will.</summary>
public sealed class UnsupportedException(string reason) : Exception(reason);

/// <summary>Answered as `error`: it should have worked and did not.</summary>
public sealed class WorkerException(string reason) : Exception(reason);
