namespace Pingmark.Trials;

/// <summary>
/// Whether workers that should wait really do while another pair is measured. A compiler, collector or timer of a
/// waiting runtime takes the core from it: of nine slices below 0.7 of their median nine coincided with 14 ms or more
/// of such work. Measuring again goes by this cause, never by the outcome.
/// </summary>
/// <param name="pairs">All that are up.</param>
internal sealed class Idleness(IReadOnlyList<Pair> pairs)
{
    /// <summary>CPU time of one waiting worker that disturbs a slice.</summary>
    public const long DisturbsNs = 1_000_000;

    public const int MostTries = 3;

    private readonly long[] _before = new long[2 * pairs.Count];

    /// <summary>Measures, and again where it was disturbed.</summary>
    /// <returns>What was measured last, and for each try who disturbed it: nobody, but for the last one where the
    /// tries ran out.</returns>
    public async Task<(T Measured, IReadOnlyList<IReadOnlyList<string>> Disturbers)> MeasureAsync<T>(
        Pair measured,
        Func<Task<T>> measure
    )
    {
        var disturbers = new List<IReadOnlyList<string>>();
        while (true)
        {
            Look();
            var result = await measure();
            disturbers.Add(WhoWorked(measured));
            if (disturbers[^1].Count == 0 || disturbers.Count == MostTries)
                return (result, disturbers);
        }
    }

    private void Look()
    {
        for (var i = 0; i < pairs.Count; i++)
        {
            var (server, client) = pairs[i].CpuNs();
            (_before[2 * i], _before[2 * i + 1]) = (server ?? 0, client ?? 0);
        }
    }

    private List<string> WhoWorked(Pair measured)
    {
        var names = new List<string>();
        for (var i = 0; i < pairs.Count; i++)
        {
            if (pairs[i] == measured)
                continue;
            var (server, client) = pairs[i].CpuNs();
            if (server - _before[2 * i] > DisturbsNs)
                names.Add(pairs[i].Server!.Name);
            if (client - _before[2 * i + 1] > DisturbsNs)
                names.Add(pairs[i].Client.Name);
        }
        return names;
    }
}
