namespace Pingmark.Host;

/// <summary>Whether the user said that this machine is busy with something else and wants figures all the
/// same.</summary>
public static class Noise
{
    /// <summary>Whether whatever would be withheld for the machine's noise becomes a warning.</summary>
    public static bool IsAccepted => Variables.AcceptNoise.IsOn;
}
