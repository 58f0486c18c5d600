using System.Text.Json.Serialization;
using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>One window of a search, or the reason why a cell has none in a generation: a line of steps.jsonl.</summary>
public sealed record CapacityStep
{
    public DateTimeOffset? RunStartedAt { get; init; }
    public required string Cell { get; init; }

    /// <summary>The number of the start of fresh processes, from 1.</summary>
    public required int Generation { get; init; }

    /// <summary>The number of the cell's window within its generation, from 1; 0 for a step without a window.</summary>
    public required int Number { get; init; }
    public CellStatus Status { get; init; } = CellStatus.Ok;

    /// <summary>Why there is no window; null where there is one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Reason { get; init; }

    /// <summary>When it began, in seconds since the run did.</summary>
    public double StartedAtS { get; init; }

    /// <summary>The offered load in the unit of the kind: messages a second, connections or players.</summary>
    public double Offered { get; init; }

    /// <summary>The messages a second that were due over all connections.</summary>
    public double OfferedPerS { get; init; }
    public IReadOnlyList<ObjectiveValue> Objectives { get; init; } = [];

    /// <summary>Why the client, and not the server, was the limit; null where it kept up.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? ClientBound { get; init; }

    /// <summary>Whether it ended early because round trips grew without end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsCutShort { get; init; }
    public CountedWindow? Window { get; init; }

    /// <summary>The share of the time in which a side's busiest thread was ready to run and processes outside of the
    /// search had its core; null where it is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OthersShare { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool NoiseAccepted { get; init; }

    /// <summary>Whether another, less disturbed window of the same load and turn counts.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsReplaced { get; init; }

    /// <summary>Whether others had a side's core for so long that the window tells nothing of the server, whether it
    /// met the objectives or not.</summary>
    [JsonIgnore]
    public bool IsCrowded => !NoiseAccepted && OthersShare > RunQueue.CrowdedShare;

    [JsonIgnore]
    public bool Counts => Window is not null && !IsReplaced && !IsCrowded;

    /// <summary>The cores of each side, as taskset's lists; empty where they are not known.</summary>
    public string ServerCpus { get; init; } = "";
    public string ClientCpus { get; init; } = "";

    /// <summary>Versions of both sides; only in a generation's first step.</summary>
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();

    /// <summary>What a search keeps of a window. Why a client did not keep up is in <see cref="ClientBound"/>, so that
    /// the times of its sends need not be; nor the slowest messages, of which nobody asks here.</summary>
    public static CountedWindow WithoutUnusedParts(CountedWindow window) =>
        window with
        {
            Slowest = null,
            LapsNs = [],
            Histograms = window.Histograms.RemoveRange([
                HistogramKind.SendLateness,
                HistogramKind.Uncorrected,
                HistogramKind.Connects,
                HistogramKind.FirstBytes,
            ]),
        };

    [JsonIgnore]
    public bool IsMet => Window is not null && Objectives.All(objective => objective.IsMet);
}

/// <param name="Value">The measured value in the unit of its limit (ns, or a share from 0 to 1); null where more was
/// not answered than the percentile leaves out, so that the value is beyond all that was measured.</param>
public sealed record ObjectiveValue(string Objective, double? Value, bool IsMet);
