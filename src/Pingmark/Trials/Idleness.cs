namespace Pingmark.Trials;

/// <summary>Watches whether all that should wait really waits while a pair is measured. A compiler, collector or timer
/// of a waiting runtime takes the core from the pair: of nine slices below 0.7 of their median nine coincided with 14
/// ms or more of such work. So do the pair's own compiler when it has not finished, and processes outside of the run.
/// Measuring again goes by these causes, and never by the outcome.</summary>
/// <param name="sides">All sides that are up, each process once.</param>
internal sealed class Idleness(IReadOnlyList<Side> sides)
{
    /// <summary>The CPU time in ns that a worker may use while it waits: timers take it, and what libraries owe their
    /// peers.</summary>
    private const long LeastDisturbingNs = 1_000_000;
    private const double DisturbingShare = 0.03;

    public const int MostTries = 3;

    public const string Outsiders = "a process outside of the run";

    /// <summary>The CPU time in ns of one waiting worker, or of a compiler, that disturbs a slice.</summary>
    /// <param name="countedNs">The length of the slice in ns.</param>
    public static long DisturbsNs(long countedNs) => Math.Max(LeastDisturbingNs, (long)(DisturbingShare * countedNs));

    private readonly long[] _before = new long[sides.Count];
    private int _slices;
    private int _triesForOutsiders;

    /// <summary>Measures a slice, and measures it again where it was disturbed.</summary>
    public async Task<SliceTries> MeasureAsync(Pair measured, Func<Task<CountedRun>> measure)
    {
        var disturbers = new List<IReadOnlyList<string>>();
        _slices++;
        while (true)
        {
            ReadCpuTimes();
            var contention = new Contention(measured);
            var result = await measure();
            var (compiling, isCrowded) = contention.Check(result.Measured.DurationNs);
            List<string> workers = [.. compiling, .. WhoWorked(measured, DisturbsNs(result.Measured.DurationNs))];
            disturbers.Add(isCrowded ? [.. workers, Outsiders] : workers);
            var again = disturbers.Count < MostTries && (workers.Count > 0 || isCrowded && MayWaitForOutsiders());
            if (!again)
                return new(result, disturbers, workers.Count > 0, isCrowded);
        }
    }

    /// <summary>Whether a try more is worth while: others may be there all the time, and waiting for them would use the
    /// budget up, so there is one more try for every second slice.</summary>
    private bool MayWaitForOutsiders() => 2 * _triesForOutsiders++ < _slices;

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
