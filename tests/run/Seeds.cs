namespace Pingmark.TestRun;

/// <summary>Where the values come from that tests make up: from the same seeds each time, so that a change fails for
/// what it does and not by chance; or from another one, to search.</summary>
internal static class Seeds
{
    private const string Any = "random";
    private static readonly string[] Variables = ["PINGMARK_HOSTILE_SEED", "PINGMARK_PROPERTY_SEED"];
    private static string? _chosen;

    /// <summary>What libFuzzer is told: 0 is another one each time.</summary>
    public static string OfFuzzers =>
        _chosen switch
        {
            null => "20261122",
            Any => "0",
            var seed => seed,
        };

    public static bool AreDrawn => _chosen == Any;

    /// <param name="seed">A number, or <c>random</c>.</param>
    public static void Choose(string seed)
    {
        _chosen = seed;
        foreach (var variable in Variables)
            Environment.SetEnvironmentVariable(variable, seed);
    }
}
