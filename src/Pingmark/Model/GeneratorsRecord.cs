namespace Pingmark.Model;

/// <summary>Several client workers that were measured as one.</summary>
public sealed record GeneratorsRecord
{
    public int Asked { get; init; }

    /// <summary>They ended or failed; what is counted is the others'.</summary>
    public IReadOnlyList<LostGenerator> Lost { get; init; } = [];

    /// <summary>From the first one's beginning to the last one's, by clocks that were compared after it.</summary>
    public long StartSkewNs { get; init; }

    /// <summary>How far two of these clocks may be off: half of the round trips that told them.</summary>
    public long ClockErrorNs { get; init; }

    /// <summary>Counted answers of the slowest and of the fastest.</summary>
    public long LeastReceived { get; init; }
    public long MostReceived { get; init; }

    /// <summary>With what an earlier record tells of beginnings further apart; who is lost stays lost.</summary>
    public GeneratorsRecord WithWider(GeneratorsRecord? earlier) =>
        earlier is null
            ? this
            : this with
            {
                StartSkewNs = Math.Max(StartSkewNs, earlier.StartSkewNs),
                ClockErrorNs = Math.Max(ClockErrorNs, earlier.ClockErrorNs),
            };
}

/// <param name="Name">The worker's, with its number and its machine.</param>
public sealed record LostGenerator(string Name, string Reason);
