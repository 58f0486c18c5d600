using System.Diagnostics;
using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>No worker survives its controller, not even a frozen one in a session of its own after a SIGKILL.</summary>
[Trait("Gate", "no")]
public class OrphanTests
{
    [Theory]
    [InlineData("")]
    [InlineData("kill -STOP $worker; ")]
    public async Task A_worker_ends_when_its_controller_is_killed(string meanwhile)
    {
        // The controller is a shell that starts a worker as ProcessLauncher does, tells its pid and waits.
        var worker = string.Join(' ', ProcessLauncher.Wrap(["sleep", "600"], cpus: null));
        var script =
            $"{worker} </dev/null >/dev/null 2>&1 & worker=$!; until grep -q ^sleep /proc/$worker/comm; "
            + $"do :; done; {meanwhile}echo $worker; read forever";
        using var controller = Process.Start(
            new ProcessStartInfo("/bin/sh", ["-c", script])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        )!;
        var pid = int.Parse((await controller.StandardOutput.ReadLineAsync())!);
        Assert.True(Scripts.IsRunning(pid));
        controller.Kill();
        await controller.WaitForExitAsync();
        await Scripts.EndsAsync(pid);
    }
}
