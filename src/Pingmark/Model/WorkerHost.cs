namespace Pingmark.Model;

/// <summary>Where a worker runs.</summary>
/// <param name="Site">Its name for people.</param>
/// <param name="Machine">The same for all sites of one machine.</param>
/// <param name="IsHere">On the controller's machine, as its child.</param>
public sealed record WorkerHost(string Site, string Machine, bool IsHere)
{
    /// <summary>What this machine is called.</summary>
    public const string ThisMachine = "local";

    public static readonly WorkerHost Here = new(ThisMachine, "", true);
}
