namespace Pingmark.Host;

/// <summary>Whether this machine is known to be busy with something else, and figures are wanted all the
/// same.</summary>
public static class Noise
{
    /// <summary>What would be withheld for the machine's noise is a warning then.</summary>
    public static bool IsAccepted => Variables.AcceptNoise.IsOn;
}
