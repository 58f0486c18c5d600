using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>One line of trials.jsonl: one cell in one block of one round, with worker processes of its own.</summary>
public sealed record TrialRecord
{
    /// <summary>Of a cell that is not measured in this run.</summary>
    public static TrialRecord NotMeasured(Cell cell, CellStatus status, string reason) =>
        new()
        {
            Round = 0,
            Block = 0,
            Cell = cell.Id,
            Status = status,
            Reason = reason,
        };

    /// <summary>Tells which run it is of; null: an earlier pingmark wrote it.</summary>
    public DateTimeOffset? RunStartedAt { get; init; }
    public required int Round { get; init; }

    /// <summary>Numbers the blocks of a run; cells of one block were alternated and are compared pairwise.</summary>
    public required int Block { get; init; }
    public required string Cell { get; init; }

    public required CellStatus Status { get; init; }
    public string? Reason { get; init; }
    public double StartedAtS { get; init; }
    public WarmUpRecord? WarmUp { get; init; }

    /// <summary>Of the arrivals at a rate, the same for all cells of a round; null in a closed loop.</summary>
    public int? ArrivalsSeed { get; init; }

    /// <summary>The paired slices together; null where this trial was not sliced.</summary>
    public CountedWindow? Slices { get; init; }
    public IReadOnlyList<double> SliceRatesPerS { get; init; } = [];

    /// <summary>Of the block's passes, which each slice belongs to; empty: the k-th to the k-th.</summary>
    public IReadOnlyList<int> SlicePasses { get; init; } = [];

    /// <summary>Of each pass the mean of the cell's slices in it: what is held against another cell's in the same
    /// pass.</summary>
    [JsonIgnore]
    public IReadOnlyList<double> PassRatesPerS =>
        SlicePasses.Count == 0
            ? SliceRatesPerS
            : SlicePasses
                .Zip(SliceRatesPerS)
                .GroupBy(slice => slice.First, slice => slice.Second)
                .Select(pass => pass.Average())
                .ToList();

    /// <summary>When all of it was measured; null where nobody noted it.</summary>
    public Timeline? Timeline { get; init; }

    /// <summary>The rate of the second half of the slices relative to the first: how it moved within the trial. Null
    /// where there are too few, or no answers in the first.</summary>
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

    /// <summary>Slices that were measured again because a worker that should have waited, a compiler that should have
    /// finished, or processes outside of the run had worked meanwhile.</summary>
    public int RepeatedSlices { get; init; }

    /// <summary>Slices that workers or compilers disturbed whenever they were measured; they are counted all the
    /// same.</summary>
    public int DisturbedSlices { get; init; }

    /// <summary>Slices in which processes outside of the run had the core of a side for more than a tenth of the time,
    /// in the try that is counted.</summary>
    public int CrowdedSlices { get; init; }

    /// <summary>Who should not have worked, and did while slices were measured; who did so most often first.</summary>
    public IReadOnlyList<string> DisturbedBy { get; init; } = [];

    /// <summary>Rate in unbroken stretches relative to slices, the median of the block's other cells: what the machine
    /// did to all of them.</summary>
    public double? NeighboursUnbrokenToSliced { get; init; }

    /// <summary>Rate of the second half of the slices relative to the first, the median of the block's other
    /// cells.</summary>
    public double? NeighboursSecondToFirstHalf { get; init; }

    /// <summary>The machine was known to be busy: what is withheld for noise elsewhere is a warning here.</summary>
    public bool NoiseAccepted { get; init; }

    /// <summary>When a message counts as lost; derived from the warm-up's round trips unless it was asked
    /// for.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>The unbroken stretch: tails and silent connections come from here.</summary>
    public CountedWindow? Unbroken { get; init; }

    /// <summary>Counted messages of the unbroken stretch that are missing in its log; null: nothing was
    /// logged.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? NotLogged { get; init; }

    /// <summary>Only of the sampled trial, which has no stretches: recording slows a worker, so that its speed is no
    /// figure.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();

    /// <summary>Why the controller could not read these options from the kernel itself; null when it did, and they
    /// agree.</summary>
    public string? UnseenSockets { get; init; }

    /// <summary>Who else talked to the server; null: nobody.</summary>
    public UnknownPeers? Strangers { get; init; }
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();

    /// <summary>How the messages travelled; null when the trial did not come so far.</summary>
    [JsonConverter(typeof(EmptyIfUnknown))]
    public Transmission? Transmission { get; init; }

    /// <summary>The sides have no core in common, whatever the cores are called.</summary>
    public bool OnTwoMachines { get; init; }
    public string ServerCpus { get; init; } = "";
    public string ClientCpus { get; init; } = "";
    public bool ServerSpins { get; init; }
    public bool ClientSpins { get; init; }
}

public sealed record WarmUpRecord(long DurationNs, long Messages, WarmUpVerdict Verdict);
