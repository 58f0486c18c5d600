using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A cell in summary.json, with its figures by metric and its counts by <see cref="Counter"/>.</summary>
public sealed record CellSummary : ClientCounts
{
    public required string Id { get; init; }

    public required Design Design { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }

    /// <summary>The class of stacks it is compared within; null: all stacks of the scenario.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public StackClass? Class { get; init; }

    /// <summary>Those that this cell is compared with have the same.</summary>
    [JsonIgnore]
    public ComparedWithin ComparedWithin => new(Scenario, Class);

    public required CellStatus Status { get; init; }
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>Whether other processes used its cores in most of its slices, or the run's in most of all
    /// slices.</summary>
    public bool Crowded { get; init; }
    public int Rounds { get; init; }
    public long Messages { get; init; }
    public double MeasuredS { get; init; }

    /// <summary>The known figures, by the keys of their metrics. It is set anew only while a file is read.</summary>
    [JsonIgnore]
    public ImmutableDictionary<string, Estimate> Figures { get; internal set; } =
        ImmutableDictionary<string, Estimate>.Empty;
    public double? LapStddevMs { get; init; }
    public int? Laps { get; init; }

    /// <summary>Figures that were measured, and that are not printed because too little is behind them.</summary>
    public IReadOnlyList<Withheld> Withheld { get; init; } = [];
    public IReadOnlyList<Note> Audits { get; init; } = [];

    /// <summary>Why its slowest messages were slow; null where nothing was watched.</summary>
    public TailSummary? Tail { get; init; }

    /// <summary>Who had the cores while its continuous windows were measured; null where it is not known.</summary>
    public CpuAccount? Cpu { get; init; }

    /// <summary>What each side did with its time, for suites with <c>sampling</c>.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];

    /// <summary>Socket options as the workers read them back, <c>server.no_delay</c> → <c>true</c>.</summary>
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();

    /// <summary>Runtime and library versions, <c>server</c> and <c>client</c>.</summary>
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();
}

/// <param name="Metric">The metric's key.</param>
/// <param name="Reason">Why it is withheld, in words.</param>
public sealed record Withheld(string Metric, string Reason)
{
    /// <summary>The reason with its values; one that was read from a file is a text without values.</summary>
    [JsonIgnore]
    public Sentence Sentence
    {
        get => field ?? Sentence.Verbatim(Reason);
        init;
    }
}

/// <summary>Cell <c>A</c> relative to its baseline <c>B</c>, the first of its scenario and class.</summary>
/// <param name="NeedsS">About how long a run would take that decides an undecided comparison, in seconds; null where it
/// is decided or nobody can tell.</param>
public sealed record Comparison(
    string A,
    string B,
    string Metric,
    Estimate Ratio,
    ComparisonVerdict Verdict,
    double? NeedsS = null
);

/// <summary>A value with its 95 % confidence interval; the bounds are null with too few rounds.</summary>
public sealed record Estimate(double Value, double? CiLow, double? CiHigh);
