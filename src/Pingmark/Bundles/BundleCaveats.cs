using Pingmark.Formatting;
using Pingmark.Results;

namespace Pingmark.Bundles;

/// <summary>Says what no computation on a bundle can prove.</summary>
internal static class BundleCaveats
{
    public static IEnumerable<BundleFinding> List(SummedRun run)
    {
        var machine = run.Info.Machine;
        var workers = NumberText.Count(run.Info.Workers.Count, "worker");
        (string What, string Text)[] all =
        [
            (
                "measured",
                "whether it was measured at all: a made-up run whose counts agree is not found out by computing; "
                    + "`pingmark repeat` measures it again"
            ),
            (
                "author",
                "who made it: a run that was altered before it was bundled, or a manifest that was made anew, leaves "
                    + "no trace; compare the SHA-256 of the bundle with one that was published"
            ),
            (
                "machine",
                $"that it was the one that the run names ({machine.Cpu}, {NumberText.Count(machine.Cores, "core")}, "
                    + $"{machine.Kernel}), and that the time ({run.Info.StartedAt:O}) was the right one"
            ),
            (
                "binaries",
                run.Info.Workers.Count > 0
                    ? $"that {workers} of the hashes in run.json were built from the sources of pingmark "
                        + $"{machine.PingmarkVersion}: a hash tells one binary from another, not what it does"
                    : "which ones were measured: run.json has no hashes of them"
            ),
            (
                "duration",
                run.Info.Trials is null
                    ? "how many trials the run had, and how long it took: it was ended early, so its plan does not say"
                    : $"how long the run took: only {BundlePaths.Summary} says so"
            ),
        ];
        return all.Select(each => BundleFinding.Unknown(each.What, each.Text));
    }
}
