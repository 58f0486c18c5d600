namespace Pingmark.Trials;

/// <summary>Watches whether all that should wait really waits while a pair is measured. A compiler, collector or timer
/// of a waiting runtime takes the core from the pair: of nine slices below 0.7 of their median nine coincided with 14
/// ms or more of such work. So does the pair's own compiler when it has not finished, and the slice is measured once
/// more. Processes outside of the run are noted. It goes by these causes, and never by the outcome.</summary>
/// <param name="sides">All sides that are up, each process once.</param>
internal sealed class Idleness(IReadOnlyList<Side> sides)
{
    /// <summary>The CPU time in ns that a worker may use while it waits: timers take it, and what libraries owe their
    /// peers.</summary>
    private const long LeastDisturbingNs = 1_000_000;
    private const double DisturbingShare = 0.03;

    /// <summary>How often a slice is measured at most. Outsiders are no reason for another try: they may be there all
    /// the time, and what they do to slices is in their scatter.</summary>
    public const int MostTries = 2;

    public const string Outsiders = "a process outside of the run";

    /// <summary>The CPU time in ns of one waiting worker, or of a compiler, that disturbs a slice.</summary>
    /// <param name="countedNs">The length of the slice in ns.</param>
    public static long DisturbsNs(long countedNs) => Math.Max(LeastDisturbingNs, (long)(DisturbingShare * countedNs));

    private readonly long[] _before = new long[sides.Count];

    /// <summary>Measures a slice. Where a worker or compiler disturbed it, it is measured once more when the pair's own
    /// compilers rest.</summary>
    public async Task<SliceTries> MeasureAsync(Pair measured, Func<Task<CountedRun>> measure, CancellationToken cancel)
    {
        var disturbers = new List<IReadOnlyList<string>>();
        while (true)
        {
            ReadCpuTimes();
            var contention = new Contention(measured);
            var result = await measure();
            var (compiling, isCrowded) = contention.Check(result.Measured.DurationNs);
            List<string> workers = [.. compiling, .. WhoWorked(measured, DisturbsNs(result.Measured.DurationNs))];
            disturbers.Add(isCrowded ? [.. workers, Outsiders] : workers);
            if (workers.Count == 0 || disturbers.Count == MostTries)
                return new(result, disturbers, workers.Count > 0, isCrowded);
            await new CompilerTime(measured).WaitForRestAsync(cancel);
        }
    }

    private void ReadCpuTimes()
    {
        for (var i = 0; i < sides.Count; i++)
            _before[i] = sides[i].CpuNs() ?? 0;
    }

    private List<string> WhoWorked(Pair measured, long disturbsNs)
    {
        var names = new List<string>();
        for (var i = 0; i < sides.Count; i++)
            if (
                sides[i] != measured.Server
                && sides[i] != measured.Client
                && sides[i].CpuNs() - _before[i] > disturbsNs
            )
                names.Add(sides[i].Name);
        return names;
    }
}
