namespace Pingmark.Host;

/// <summary>Whether the user said that this machine is busy with something else and wants figures all the
/// same.</summary>
public static class Noise
{
    /// <summary>Whether times are judged as if the machine were quiet, and what others disturbed is used.</summary>
    public static bool IsAccepted => Variables.AcceptNoise.IsOn;
}
