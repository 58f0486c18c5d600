namespace Pingmark.Model.Loads;

/// <summary>A number that a load reads. The key of suites, the field of requests and files, and the column are made of
/// it; <see cref="Scenario"/> has its value.</summary>
/// <param name="Key">Its key in suites, and the name of its field unless that is another.</param>
public sealed record LoadNumber(string Key, int Least, int Most)
{
    /// <summary>Its name in requests, in files and in results.csv.</summary>
    public string Field { get; init; } = Key;

    /// <summary>Its description for the documentation and for help, in one line.</summary>
    public required string Meaning { get; init; }

    /// <summary>What stands before it in the ids of cells.</summary>
    public required string IdLetter { get; init; }

    /// <summary>Whether it is a size in bytes.</summary>
    public bool IsBytes { get; init; }

    /// <summary>Whether workers are told it when they connect, and not with each measurement.</summary>
    public bool IsOfConnection { get; init; }

    /// <summary>The value where none is given; null: there is none.</summary>
    public int? Usual { get; init; }
}
