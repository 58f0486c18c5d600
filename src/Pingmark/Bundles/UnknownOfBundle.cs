using Pingmark.Formatting;
using Pingmark.Results;

namespace Pingmark.Bundles;

/// <summary>Says what no computation on a bundle can tell, so that nobody takes for proven what is not.</summary>
internal static class UnknownOfBundle
{
    public static IEnumerable<BundleFinding> Say(SummedRun run) =>
        Sentences(run).Select(each => BundleFinding.Unknown(each.What, each.Text));

    private static IEnumerable<(string What, string Text)> Sentences(SummedRun run)
    {
        var machine = run.Info.Machine;
        yield return (
            "measured",
            "whether it was measured at all: somebody who makes up a run whose counts agree, and bundles it, is "
                + "not found out by computing; `pingmark repeat` measures it again"
        );
        yield return (
            "author",
            "who made it: whoever alters a run before it is bundled, or makes the manifest anew, leaves no "
                + "trace; compare the SHA-256 of the bundle with one that was published"
        );
        yield return (
            "machine",
            $"that it was the one that the run names ({machine.Cpu}, {NumberText.Count(machine.Cores, "core")}, "
                + $"{machine.Kernel}), and that the time ({run.Info.StartedAt:O}) was the right one"
        );
        yield return (
            "binaries",
            run.Info.Workers.Count > 0
                ? $"that {Workers(run)} of the hashes in run.json were built from the sources of pingmark "
                    + $"{machine.PingmarkVersion}: a hash tells one binary from another, not what it does"
                : "which ones were measured: run.json has no hashes of them"
        );
        yield return (
            "duration",
            run.Info.Trials is null
                ? "how many trials the run had, and how long it took: it was ended early, so its plan does not say"
                : $"how long the run took: only {BundlePaths.Summary} says so"
        );
    }

    private static string Workers(SummedRun run) => NumberText.Count(run.Info.Workers.Count, "worker");
}
