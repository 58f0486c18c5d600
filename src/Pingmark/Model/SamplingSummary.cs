namespace Pingmark.Model;

/// <summary>A summary of a process's recording. Shares are of its CPU time while it was recorded.</summary>
public sealed record SamplingSummary
{
    /// <summary>The file of the recording; null where there is none, and then <see cref="Notes"/> say why.</summary>
    public string? File { get; init; }
    public long DurationNs { get; init; }

    /// <summary>CPU time of the whole process, as the kernel counted it.</summary>
    public long CpuNs { get; init; }

    /// <summary>Samples of running threads, in managed code or in system calls.</summary>
    public long CpuSamples { get; init; }
    public long WaitingSamples { get; init; }

    /// <summary>The most expensive methods, in descending order of <see cref="MethodShare.SelfShare"/>.</summary>
    public IReadOnlyList<MethodShare> TopMethods { get; init; } = [];

    /// <summary>The call tree in depth-first order, the costliest call of a caller first.</summary>
    public IReadOnlyList<CallShare> Calls { get; init; } = [];

    /// <summary>Threads without managed code, which no sample shows: collector, compiler, recorder.</summary>
    public IReadOnlyList<ThreadShare> RuntimeThreads { get; init; } = [];
    public long? GcCount { get; init; }
    public long? GcPauseNs { get; init; }
    public long? AllocatedBytes { get; init; }
    public IReadOnlyList<TypeShare> TopAllocated { get; init; } = [];

    /// <summary>What a reader must know of these figures, or why there are none.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <param name="SelfShare">CPU time of the method itself and of the system calls it makes.</param>
/// <param name="TotalShare">CPU time of the method and of all that it calls.</param>
public sealed record MethodShare(string Method, double SelfShare, double TotalShare);

/// <param name="Depth">0 for the outermost call; otherwise one more than the caller's.</param>
/// <param name="Share">CPU time of this call and of all that it calls.</param>
public sealed record CallShare(string Method, int Depth, double Share);

public sealed record ThreadShare(string Thread, double Share);

/// <param name="Share">Its share of all bytes that were sampled; there are too few samples to tell bytes of one
/// type.</param>
public sealed record TypeShare(string Type, double Share);

/// <summary>What one side of a cell did with its time while it was recorded.</summary>
/// <param name="Side"><c>server</c> or <c>client</c>.</param>
/// <param name="Messages">How many messages the side itself counted meanwhile.</param>
public sealed record SideSamples(string Side, string Stack, long Messages, SamplingSummary Summary);
