using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>One cell as it was measured in one block of one round: a line of trials.jsonl.</summary>
public sealed record TrialRecord
{
    /// <summary>The record of a cell that is not measured in this run.</summary>
    public static TrialRecord NotMeasured(Cell cell, CellStatus status, string reason) =>
        new()
        {
            Round = 0,
            Block = 0,
            Cell = cell.Id,
            Status = status,
            Reason = reason,
        };

    /// <summary>When the run began that it belongs to; null in earlier versions.</summary>
    public DateTimeOffset? RunStartedAt { get; init; }
    public required int Round { get; init; }

    /// <summary>The number of the block within the run, whose cells are compared pairwise.</summary>
    public required int Block { get; init; }
    public required string Cell { get; init; }

    public required CellStatus Status { get; init; }
    public string? Reason { get; init; }
    public double StartedAtS { get; init; }
    public WarmUpRecord? WarmUp { get; init; }

    /// <summary>The seed of arrivals at a fixed rate, the same in all cells of a round.</summary>
    public int? ArrivalsSeed { get; init; }

    /// <summary>All slices added up; null where this trial was not sliced.</summary>
    public CountedWindow? Slices { get; init; }
    public IReadOnlyList<double> SliceRatesPerS { get; init; } = [];

    /// <summary>The pass of each slice within the block; empty where slices are paired by order.</summary>
    public IReadOnlyList<int> SlicePasses { get; init; } = [];

    /// <summary>What each slice contributes to the figures; null in earlier versions and without slices.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SliceParts? Parts { get; init; }

    /// <summary>The mean of the slices of each pass, to compare with another cell's.</summary>
    /// <param name="ofSlices">One value for each slice.</param>
    public IReadOnlyList<double> AveragePerPass(IReadOnlyList<double> ofSlices) =>
        SlicePasses.Count == 0
            ? ofSlices
            : SlicePasses
                .Zip(ofSlices)
                .GroupBy(slice => slice.First, slice => slice.Second)
                .Select(pass => pass.Average())
                .ToList();

    /// <summary>When the parts of the trial were measured; null where nobody noted it.</summary>
    public Timeline? Timeline { get; init; }

    /// <summary>The rate of the later half of the slices relative to the first; null if unknown.</summary>
    [JsonIgnore]
    public double? SecondToFirstHalf
    {
        get
        {
            var half = SliceRatesPerS.Count / 2;
            return SliceRatesPerS.Take(half).Sum() is > 0 and var first
                ? SliceRatesPerS.TakeLast(half).Sum() / first
                : null;
        }
    }

    /// <summary>How often slices were measured again because another worker or a compiler was active.</summary>
    public int RepeatedSlices { get; init; }

    /// <summary>The counted slices that workers or compilers disturbed in every try.</summary>
    public int DisturbedSlices { get; init; }

    /// <summary>The slices in which other processes held a side's core over a tenth of the time.</summary>
    public int CrowdedSlices { get; init; }

    /// <summary>Who was active during slices and should not have been, the most frequent first.</summary>
    public IReadOnlyList<string> DisturbedBy { get; init; } = [];

    /// <summary>The block's other cells: median rate of continuous windows relative to slices.</summary>
    public double? NeighboursUnbrokenToSliced { get; init; }

    /// <summary>The block's other cells: median rate of the second half of slices relative to the first.</summary>
    public double? NeighboursSecondToFirstHalf { get; init; }

    /// <summary>The loss timeout in ns: as asked for, derived from the warm-up, or the longest.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>The continuous window, which gives tails and silent connections.</summary>
    public CountedWindow? Unbroken { get; init; }

    /// <summary>What happened while the continuous window was measured; null where nothing was watched.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TrialEvents? Events { get; init; }

    /// <summary>What profilers recorded; a sampled trial has no windows, since recording slows workers.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();

    /// <summary>Who else talked to the server; null if nobody did.</summary>
    public UnknownPeers? Strangers { get; init; }
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();

    /// <summary>How the messages were transmitted; null when the trial did not come so far.</summary>
    [JsonConverter(typeof(EmptyIfUnknown))]
    public Transmission? Transmission { get; init; }

    /// <summary>Whether the sides are on two machines, and so share no core.</summary>
    public bool OnTwoMachines { get; init; }
    public string ServerCpus { get; init; } = "";
    public string ClientCpus { get; init; } = "";

    /// <summary>Whether the sides may have run on the same cores.</summary>
    [JsonIgnore]
    public bool SharesCores => !OnTwoMachines && CoreList.HaveCommonCore(ServerCpus, ClientCpus);
    public bool ServerSpins { get; init; }
    public bool ClientSpins { get; init; }
}

public sealed record WarmUpRecord(long DurationNs, long Messages, WarmUpVerdict Verdict);

/// <summary>Writes a transmission that is not known as an empty text.</summary>
internal sealed class EmptyIfUnknown : JsonConverter<Transmission?>
{
    public override bool HandleNull => true;

    public override Transmission? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && reader.GetString() == ""
            ? null
            : JsonSerializer.Deserialize<Transmission>(ref reader, options);

    public override void Write(Utf8JsonWriter writer, Transmission? value, JsonSerializerOptions options)
    {
        if (value is { } known)
            JsonSerializer.Serialize(writer, known, options);
        else
            writer.WriteStringValue("");
    }
}

/// <summary>What reached a server while a cell was measured and did not come from the cell's client.</summary>
/// <param name="Rejected">The number of connections or datagrams that had not the run's token.</param>
/// <param name="BadFrames">The number of frames whose length can't be.</param>
/// <param name="Messages">The number of messages that the server answered meanwhile.</param>
/// <param name="Last">The address of the peer that came last; null where the worker can't tell.</param>
public sealed record UnknownPeers(long Rejected, long BadFrames, long Messages, string? Last)
{
    public double Share => (double)(Rejected + BadFrames) / Math.Max(1, Rejected + BadFrames + Messages);

    /// <param name="used">What the server used since the cell's client connected.</param>
    /// <returns>The unknown peers; null when there were none.</returns>
    public static UnknownPeers? FromUsage(Usage used) =>
        used.Rejected + used.BadFrames > 0
            ? new(used.Rejected, used.BadFrames, used.Messages, used.LastStranger)
            : null;

    public Sentence Sentence =>
        new(
            "somebody else sends to this server's port: it rejected {rejected} connections or datagrams without the "
                + "run's token, and counted {malformed} malformed frames"
                + (Last is null ? "" : "; the last from {address}"),
            Quantity.Count("rejected", Rejected),
            Quantity.Count("malformed", BadFrames),
            new Term("address", Last ?? "")
        );

    public override string ToString() => Sentence.Text;
}

/// <summary>What the trials so far decide about the rounds to come.</summary>
/// <param name="UnsuitableForSlices">Ids of cells whose rate in slices is not their rate in continuous windows.</param>
/// <param name="PreciseEnough">Ids of cells whose comparison needs no more rounds.</param>
public sealed record RoundReview(IReadOnlyList<string> UnsuitableForSlices, IReadOnlyList<string> PreciseEnough)
{
    /// <summary>Ids of cells whose comparison has a verdict: in later rounds others need the time more.</summary>
    public IReadOnlyList<string> Decided { get; init; } = [];
}
