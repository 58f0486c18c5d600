namespace Pingmark.Model;

/// <summary>The machine on which a worker runs.</summary>
/// <param name="Site">The site's name, for people.</param>
/// <param name="Machine">An identity that all sites on one machine have in common.</param>
/// <param name="IsHere">Whether the worker runs on the controller's machine as its child.</param>
public sealed record WorkerHost(string Site, string Machine, bool IsHere)
{
    /// <summary>What this machine is called.</summary>
    public const string ThisMachine = "local";

    public static readonly WorkerHost Here = new(ThisMachine, "", true);
}
