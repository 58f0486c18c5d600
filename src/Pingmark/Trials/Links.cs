using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>What impaired networks are asked for.</summary>
internal static class Links
{
    /// <summary>What a network can't do any more fails the cell, and not the run.</summary>
    public static T Asked<T>(Func<T> ask, Func<string, WorkerFault> fault)
    {
        try
        {
            return ask();
        }
        catch (PingmarkException e)
        {
            throw fault(e.Message);
        }
    }
}
