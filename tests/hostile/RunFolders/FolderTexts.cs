using System.Text.Json;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;

namespace Pingmark.Hostile.Tests.RunFolders;

/// <summary>The two files of a valid run that has all that a run can have.</summary>
internal static class FolderTexts
{
    private static readonly Scenario AtRate = new() { RatePerS = 10_000, Connections = 4 };

    private static IReadOnlyList<Cell> Cells { get; } =
    [
        Trial.Cell("cpp/tcp-a"),
        Trial.Cell("java/tcp-b") with
        {
            RuntimeOptions = new Dictionary<string, IReadOnlyList<string>> { ["java"] = ["-XX:+UseSerialGC"] },
        },
        Trial.Cell("cpp/tcp-a", AtRate) with
        {
            Id = "cpp/tcp-a rate",
        },
        Trial.Cell("java/tcp-b", AtRate) with
        {
            Id = "java/tcp-b rate",
        },
        Trial.Cell("dotnet/tcp-c", new() { LapMessages = 100, Name = "laps" }) with
        {
            Id = "laps",
        },
        Trial.Cell("dotnet/tcp-d"),
    ];

    public static string Info { get; } = JsonSerializer.Serialize(Run(), SummaryJson.Options);

    public static string Trials { get; } =
        string.Concat(All().Select(trial => JsonSerializer.Serialize(trial, SummaryJson.LineOptions) + "\n"));

    private static RunInfo Run() =>
        Trial.Run([.. Cells]) with
        {
            About = "what a run can have",
            Settings = new()
            {
                Precision = 0.02,
                BudgetNs = 60_000_000_000,
                Sampling = true,
            },
            Published = new(
                "somewhere",
                "a is faster",
                [
                    new("cpp/tcp-a", null, 1, 1, "throughput_per_s", 12_345.6, 7, "old"),
                    new(null, "laps", null, null, "lap_mean_ms", 5, null, ""),
                ]
            ),
            Notes = [new("budget", AuditVerdict.Note, "planned within 60 s")],
        };

    private static IEnumerable<TrialRecord> All()
    {
        foreach (var (index, cell) in Cells.Take(5).Index())
            for (var round = 1; round <= (index < 2 ? 3 : 1); round++)
                yield return Measured(cell, round) with
                {
                    Block = 10 * round + index / 2,
                };
        yield return Trial.Of(cell: Cells[5].Id) with
        {
            Status = CellStatus.Failed,
            Reason = "server of dotnet/tcp-d, run: no answer within 4 s",
            Unbroken = null,
            WarmUp = null,
        };
        yield return Trial.Of(round: 0, cell: Cells[0].Id, block: 0) with
        {
            Unbroken = null,
            Samples =
            [
                new(
                    "server",
                    "cpp/tcp-a",
                    1_000,
                    new()
                    {
                        File = "samples/1.jfr",
                        DurationNs = 1_000_000,
                        CpuNs = 900_000,
                        CpuSamples = 10,
                        TopMethods = [new("a.b()", 0.5, 0.7)],
                        Calls = [new("a.main()", 0, 0.9), new("a.b()", 1, 0.7), new("a.c()", 1, 0.1)],
                        RuntimeThreads = [new("GC", 0.1)],
                        TopAllocated = [new("byte[]", 0.9)],
                        GcCount = 1,
                        GcPauseNs = 5,
                        AllocatedBytes = 6,
                        Notes = ["few"],
                    }
                ),
            ],
        };
    }

    private static TrialRecord Measured(Cell cell, int round)
    {
        var unbroken = Trial.Window(10_000 + 10 * round);
        var trial = Trial.Of(unbroken, round: round, cell: cell.Id) with
        {
            EffectiveOptions = new Dictionary<string, string> { ["server.no_delay"] = "true" },
            Versions = new Dictionary<string, string> { ["server"] = "1.2" },
            NeighboursUnbrokenToSliced = 1.01,
            NeighboursSecondToFirstHalf = 0.99,
            LostAfterNs = 10_000_000,
        };
        if (cell.Scenario.RatePerS is not null)
            return trial with
            {
                ArrivalsSeed = 3,
                Unbroken = unbroken with
                {
                    Histograms = unbroken
                        .Histograms.Add(HistogramKind.Uncorrected, unbroken.Histogram)
                        .Add(HistogramKind.SendLateness, unbroken.Histogram),
                },
            };
        if (cell.Scenario.LapMessages is not null)
            return trial with { Unbroken = unbroken with { LapsNs = [10_000_000, 11_000_000, 12_000_000] } };
        return trial with
        {
            Slices = Trial.Window(9_990 + round),
            SliceRatesPerS = [9_990, 10_010, 10_000, 9_980],
            Timeline = new()
            {
                SliceEndedAtNs = [1_000_000_000, 1_500_000_000, 3_000_000_000, 3_500_000_000],
                SliceRttP50Ns = [100_000, null, 101_000, 99_000],
                SliceRttP99Ns = [200_000, null, 201_000, 199_000],
                SliceTries = [1, 3, 1, 1],
                UnbrokenEndedAtNs = 2_500_000_000,
                Collections = [new("server", 0, 1_500_000_000, 3, 450_000)],
            },
        };
    }
}
