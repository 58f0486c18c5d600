using System.Diagnostics;
using System.Globalization;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>For how much of the time something waited for a core, as the kernel counts it (/proc/pressure/cpu), or the
/// hypervisor kept one (/proc/stat): what spins is then late, and its neighbours are why.</summary>
internal sealed class CpuPressure
{
    private const double Busy = 0.1,
        TicksPerS = 100;
    private const string Waits = "/proc/pressure/cpu";

    /// <summary>What a trial may be withheld for because others had the cores.</summary>
    private static readonly string[] Withheld = ["time was charged to messages", "other processes", "Little's law"];

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly double _waitedS = WaitedS();
    private readonly double _stolenS = StolenS();

    /// <summary>Since it was created; the waits count as none where the kernel does not tell them.</summary>
    private double Share =>
        Math.Max(WaitedS() - _waitedS, (StolenS() - _stolenS) / Environment.ProcessorCount)
        / _watch.Elapsed.TotalSeconds;

    /// <summary>What fails on a machine that others use says nothing of what is tested.</summary>
    /// <param name="most">Share of the time that does not disturb it.</param>
    public void SkipIfBusy(bool failed, double most = Busy) =>
        Skip.If(
            failed && Share > most,
            string.Create(
                CultureInfo.InvariantCulture,
                $"noise disturbs it: the cores were others' for {Share:P1} of the time"
            )
        );

    /// <summary>Where others had the cores there may be no figures.</summary>
    public void SkipIfWithheld(CommandResult run) =>
        SkipIfBusy(run.ExitCode != 0 && Array.Exists(Withheld, run.OutputOnOneLine.Contains));

    private static double WaitedS() =>
        File.Exists(Waits)
            ? long.Parse(File.ReadLines(Waits).First().Split("total=")[1], CultureInfo.InvariantCulture) / 1e6
            : 0;

    /// <summary>Of all cores.</summary>
    private static double StolenS() =>
        long.Parse(
            File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries)[8],
            CultureInfo.InvariantCulture
        ) / TicksPerS;
}
