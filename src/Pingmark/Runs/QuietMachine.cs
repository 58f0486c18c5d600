using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Waits until the machine is quiet after a build: what a build has written is stored for some seconds after
/// it, and servers of compilers that somebody else started end late. The first run after a build had rates that were 12
/// to 15 % lower, and nothing told why.</summary>
/// <param name="othersShare">Tells which share of the cores' time processes outside of this one use in the window that
/// begins now.</param>
public sealed class QuietMachine(Func<TimeSpan, CancellationToken, Task<double>> othersShare, ProgressLog progress)
{
    private const int MostWindows = 30,
        QuietWindows = 2;

    private static readonly TimeSpan Window = TimeSpan.FromMilliseconds(500);

    /// <summary>Waits until others use no more than a quiet machine's share in two windows that follow one another, and
    /// for 15 s at most. It says so where it has to wait, and where that was in vain.</summary>
    public async Task WaitAsync(CancellationToken cancel)
    {
        var quiet = 0;
        for (var windows = 0; windows < MostWindows; windows++)
        {
            var share = await othersShare(Window, cancel);
            quiet = share <= MachineNoise.MaxForeignShare ? quiet + 1 : 0;
            if (quiet == QuietWindows)
                return;
            if (windows == 0 && quiet == 0)
                progress.Step(
                    $"others use {NumberText.Percent(share)} of the cores after a build: waiting until they are done …"
                );
            if (windows == MostWindows - 1)
                progress.Step($"others still use {NumberText.Percent(share)} of the cores; `top` shows who it is");
        }
    }

    /// <summary>Waits for the others on this machine.</summary>
    public static Task WaitHereAsync(ProgressLog progress, CancellationToken cancel) =>
        new QuietMachine(OthersShareAsync, progress).WaitAsync(cancel);

    private static async Task<double> OthersShareAsync(TimeSpan window, CancellationToken cancel)
    {
        var machine = new MachineTime(HostCpuReader.Read().Cores ?? 1);
        machine.Begin([Environment.ProcessId]);
        await Task.Delay(window, cancel);
        machine.End();
        return Math.Min(1, machine.ForeignShare);
    }
}
