using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Observing.Runtimes;
using Xunit;

namespace Pingmark.Tests.Observing;

public sealed class RuntimeLogTests
{
    [Fact]
    public void A_pause_is_of_the_time_before_its_line()
    {
        string[] collections =
        [
            "G1CollectForAllocation",
            "G1PauseRemark",
            "GenCollectForAllocation",
            "ParallelGCFailedAllocation",
            "ZMarkStart",
            "ShenandoahInitMark",
        ];
        foreach (var operation in (string[])[.. collections, "ICBufferFull", "Cleanup", "Deoptimize"])
            Assert.Equal(
                new WatchedEvent(
                    collections.Contains(operation) ? EventKind.Collection : EventKind.Safepoint,
                    "client",
                    27_388_000_000_000,
                    27_388_000_405_405,
                    405_405,
                    operation
                ),
                SafepointLog.Read(
                    $"[27388000405405ns] Safepoint \"{operation}\", Time since last: 219138021 ns, Reaching safepoint: "
                        + "6229 ns, Cleanup: 8223 ns, At safepoint: 390953 ns, Total: 405405 ns",
                    "client"
                )
            );
        Assert.Null(SafepointLog.Read("", "client"));
        Assert.Null(SafepointLog.Read("[12ns] Application time: 1.2 s", "client"));
        Assert.Null(SafepointLog.Read("[99999999999999999999ns] Safepoint \"Cleanup\", Total: 1 ns", "client"));
    }

    [Fact]
    public void A_suspension_lasts_from_its_beginning_to_the_end_of_the_restart()
    {
        var reader = new Suspensions("server");
        reader.Resume(10);
        reader.Suspend(1_000, isForCollection: true);
        reader.StartCollection(generation: 1);
        reader.Resume(5_000);
        reader.Suspend(7_000, isForCollection: false);
        reader.Resume(8_000);
        Assert.Equal(
            [
                new(EventKind.Collection, "server", 1_000, 5_000, 4_000, "gen1"),
                new(EventKind.Safepoint, "server", 7_000, 8_000, 1_000),
            ],
            reader.Events
        );
    }
}
