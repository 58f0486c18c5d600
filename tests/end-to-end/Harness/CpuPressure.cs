using System.Diagnostics;
using System.Globalization;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>For how much of the time something waited for a core, as the kernel counts it (/proc/pressure/cpu): what
/// spins is then late, and its neighbours are why.</summary>
internal sealed class CpuPressure
{
    private const double Busy = 0.1;
    private const string Source = "/proc/pressure/cpu";

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly long _waitedUs = WaitedUs();

    /// <summary>Since it was created; 0 where the kernel does not say.</summary>
    public double Share => (WaitedUs() - _waitedUs) / _watch.Elapsed.TotalMicroseconds;

    /// <summary>What fails on a machine that others use says nothing of what is tested.</summary>
    public void SkipIfBusy(bool failed) =>
        Skip.If(
            failed && Share > Busy,
            string.Create(
                CultureInfo.InvariantCulture,
                $"noise disturbs it: something waited for a core for {Share:P0} of the time"
            )
        );

    private static long WaitedUs() =>
        File.Exists(Source)
            ? long.Parse(File.ReadLines(Source).First().Split("total=")[1], CultureInfo.InvariantCulture)
            : 0;
}
