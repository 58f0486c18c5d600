using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>How several client workers measured together, as one client.</summary>
public sealed record GeneratorsRecord
{
    public int Asked { get; init; }

    /// <summary>The generators that ended or failed; the counts are those of the others.</summary>
    public IReadOnlyList<LostGenerator> Lost { get; init; } = [];

    [JsonIgnore]
    public bool HasLost => Lost.Count > 0;

    /// <summary>The time from the first generator's beginning to the last one's, in ns, by clocks that were compared
    /// afterwards.</summary>
    public long StartSkewNs { get; init; }

    /// <summary>How far two of these clocks may be apart unnoticed: half of the round trips by which they were
    /// compared.</summary>
    public long ClockErrorNs { get; init; }

    /// <summary>The counted answers of the generator that had the fewest.</summary>
    public long LeastReceived { get; init; }
    public long MostReceived { get; init; }

    /// <summary>This record with the larger skew and clock error of both; lost generators stay those of this
    /// record.</summary>
    public GeneratorsRecord WithWider(GeneratorsRecord? earlier) =>
        earlier is null
            ? this
            : this with
            {
                StartSkewNs = Math.Max(StartSkewNs, earlier.StartSkewNs),
                ClockErrorNs = Math.Max(ClockErrorNs, earlier.ClockErrorNs),
            };
}

/// <param name="Name">The worker's name, with its number and its machine.</param>
public sealed record LostGenerator(string Name, string Reason);
