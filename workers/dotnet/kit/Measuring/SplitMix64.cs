namespace Pingmark.Worker.Kit;

/// <summary>The generator behind random payloads and test vectors: the same numbers in every language.</summary>
public struct SplitMix64(ulong state)
{
    public ulong Next()
    {
        state += 0x9E3779B97F4A7C15;
        ulong z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
