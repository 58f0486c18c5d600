namespace Pingmark.Model;

/// <summary>How the search for a cell's capacity ended.</summary>
public enum CapacityOutcome
{
    /// <summary>The capacity is known, with an interval.</summary>
    Found,

    /// <summary>The objective is missed at the least load already.</summary>
    IdleMisses,

    /// <summary>The largest load that can be offered meets the objective.</summary>
    NoLoadMisses,

    /// <summary>The libraries take no more connections, and meet the objective with all of them.</summary>
    StackFull,

    /// <summary>The client could not keep up before the server missed the objective.</summary>
    BeyondClient,

    /// <summary>There is a capacity in fewer generations than an interval needs.</summary>
    TooFewGenerations,

    /// <summary>A side failed, can't do what was asked, or is not available.</summary>
    Failed,
}
