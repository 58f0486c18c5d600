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
    /// <returns>What was measured last, the number of tries, and whether the last one was disturbed, too.</returns>
    public async Task<(T Measured, int Tries, bool WasDisturbed)> MeasureAsync<T>(Pair measured, Func<Task<T>> measure)
    {
        for (var tries = 1; ; tries++)
        {
            Look();
            var result = await measure();
            var disturbed = Somebody(measured);
            if (!disturbed || tries == MostTries)
                return (result, tries, disturbed);
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

    private bool Somebody(Pair measured)
    {
        for (var i = 0; i < pairs.Count; i++)
        {
            if (pairs[i] == measured)
                continue;
            var (server, client) = pairs[i].CpuNs();
            if (server - _before[2 * i] > DisturbsNs || client - _before[2 * i + 1] > DisturbsNs)
                return true;
        }
        return false;
    }
}
