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

    /// <summary>When the trial's run began, which tells the run that it belongs to; null if an earlier pingmark wrote
    /// it.</summary>
    public DateTimeOffset? RunStartedAt { get; init; }
    public required int Round { get; init; }

    /// <summary>The number of the block within the run; the cells of a block were alternated and are compared
    /// pairwise.</summary>
    public required int Block { get; init; }
    public required string Cell { get; init; }

    public required CellStatus Status { get; init; }
    public string? Reason { get; init; }
    public double StartedAtS { get; init; }
    public WarmUpRecord? WarmUp { get; init; }

    /// <summary>The seed of the arrivals at a fixed rate, the same for all cells of a round; null in a closed
    /// loop.</summary>
    public int? ArrivalsSeed { get; init; }

    /// <summary>All slices added up; null where this trial was not sliced.</summary>
    public CountedWindow? Slices { get; init; }
    public IReadOnlyList<double> SliceRatesPerS { get; init; } = [];

    /// <summary>The pass of the block that each slice belongs to; empty where slices are paired by their
    /// order.</summary>
    public IReadOnlyList<int> SlicePasses { get; init; } = [];

    /// <summary>What each slice contributes to percentiles, means and costs; null where an earlier pingmark wrote the
    /// trial, or nothing was sliced.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SliceParts? Parts { get; init; }

    /// <summary>The mean of the cell's slices in each pass, which is compared with another cell's in the same
    /// pass.</summary>
    /// <param name="ofSlices">One value for each slice.</param>
    public IReadOnlyList<double> OfPasses(IReadOnlyList<double> ofSlices) =>
        SlicePasses.Count == 0
            ? ofSlices
            : SlicePasses
                .Zip(ofSlices)
                .GroupBy(slice => slice.First, slice => slice.Second)
                .Select(pass => pass.Average())
                .ToList();

    /// <summary>When the parts of the trial were measured; null where nobody noted it.</summary>
    public Timeline? Timeline { get; init; }

    /// <summary>The rate in the second half of the slices relative to the first, which tells how it moved within the
    /// trial; null where there are too few slices, or no answers in the first half.</summary>
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

    /// <summary>The number of times that slices were measured again because a worker that should have waited, or a
    /// compiler that should have finished, had worked meanwhile.</summary>
    public int RepeatedSlices { get; init; }

    /// <summary>The number of slices that workers or compilers disturbed whenever they were measured; they are counted
    /// all the same.</summary>
    public int DisturbedSlices { get; init; }

    /// <summary>The number of slices in which processes outside of the run had the core of a side for more than a tenth
    /// of the time, in the try that is counted.</summary>
    public int CrowdedSlices { get; init; }

    /// <summary>Who worked while slices were measured and should not have, those that did so most often
    /// first.</summary>
    public IReadOnlyList<string> DisturbedBy { get; init; } = [];

    /// <summary>The rate in continuous windows relative to slices, as the median over the block's other cells: what the
    /// machine did to all of them.</summary>
    public double? NeighboursUnbrokenToSliced { get; init; }

    /// <summary>The rate in the second half of the slices relative to the first, as the median over the block's other
    /// cells.</summary>
    public double? NeighboursSecondToFirstHalf { get; init; }

    /// <summary>How long a message may take before it counts as lost, in ns: as it was asked for, else as derived from
    /// the round trips of the warm-up where messages can be lost, else the longest timeout.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>The continuous window, from which tails and silent connections come; it has the name of its key in
    /// <c>trials.jsonl</c>.</summary>
    public CountedWindow? Unbroken { get; init; }

    /// <summary>What happened while the continuous window was measured; null where nothing was watched.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TrialEvents? Events { get; init; }

    /// <summary>What profilers recorded. Only the sampled trial has it, and that has no windows: recording slows a
    /// worker, so that its speed is no figure.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();

    /// <summary>Who else talked to the server; null if nobody did.</summary>
    public UnknownPeers? Strangers { get; init; }
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();

    /// <summary>How the messages were transmitted; null when the trial did not come so far.</summary>
    [JsonConverter(typeof(EmptyIfUnknown))]
    public Transmission? Transmission { get; init; }

    /// <summary>Whether the sides are on two machines, and so have no core in common, whatever the cores are
    /// called.</summary>
    public bool OnTwoMachines { get; init; }
    public string ServerCpus { get; init; } = "";
    public string ClientCpus { get; init; } = "";

    /// <summary>Whether the sides may have run on the same cores.</summary>
    [JsonIgnore]
    public bool SharesCores => !OnTwoMachines && CoreList.Overlap(ServerCpus, ClientCpus);
    public bool ServerSpins { get; init; }
    public bool ClientSpins { get; init; }
}

public sealed record WarmUpRecord(long DurationNs, long Messages, WarmUpVerdict Verdict);
