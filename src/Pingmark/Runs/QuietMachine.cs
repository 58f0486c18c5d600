using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Waits until the machine is quiet after a build: files are still stored for some seconds, and compilers'
/// servers end late. The first run after a build had rates that were 12 to 15 % lower.</summary>
/// <param name="othersShare">Measures the share of the cores' time that other processes use in a window.</param>
public sealed class QuietMachine(Func<TimeSpan, CancellationToken, Task<double>> othersShare, ProgressLog progress)
{
    private const int MaxWindows = 30,
        QuietWindows = 2;

    private static readonly TimeSpan Window = TimeSpan.FromMilliseconds(500);

    /// <summary>Waits for two quiet windows in a row, 15 s at most.</summary>
    public async Task WaitAsync(CancellationToken cancel)
    {
        var quiet = 0;
        for (var windows = 0; windows < MaxWindows; windows++)
        {
            var share = await othersShare(Window, cancel);
            quiet = share <= MachineNoise.MaxForeignShare ? quiet + 1 : 0;
            if (quiet == QuietWindows)
                return;
            if (windows == 0 && quiet == 0)
                progress.Step(
                    $"other processes use {NumberText.Percent(share)} of the cores after a build: waiting until they "
                        + "are done …"
                );
            if (windows == MaxWindows - 1)
                progress.Step($"other processes still use {NumberText.Percent(share)} of the cores; `top` shows which");
        }
    }

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
