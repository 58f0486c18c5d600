using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>Installs the Debian packages that workers lack, where that is allowed: as root, or with passwordless sudo,
/// and after asking on a terminal.</summary>
public sealed class DebianPackages(ProgressLog progress)
{
    /// <summary>The packages of all unmet requirements; empty when nothing is lacking.</summary>
    public static IReadOnlyList<string> Missing(IEnumerable<WorkerManifest> manifests) =>
        manifests
            .SelectMany(m => m.UnmetRequirements)
            .SelectMany(r => r.Debian)
            .Distinct()
            .Order(StringComparer.Ordinal)
            .ToList();

    /// <param name="ask">Asks the user on a terminal; null when there is none, which counts as a yes (a CI
    /// machine).</param>
    public async Task InstallAsync(
        IReadOnlyList<string> packages,
        Func<string, CancellationToken, Task<bool>>? ask,
        CancellationToken cancel
    )
    {
        if (packages.Count == 0 || Variables.NoInstall.IsOn || Executables.Find("apt-get") is null)
            return;
        string[] privilege = Environment.IsPrivilegedProcess ? [] : ["sudo", "-n"];
        if (
            privilege.Length > 0
            && (Executables.Find("sudo") is null || await RunAsync([.. privilege, "true"], cancel) != 0)
        )
            return;
        var list = string.Join(' ', packages);
        if (ask is not null && !await ask($"Install the Debian packages that are missing ({list})?", cancel))
            return;
        progress.Step($"installing Debian packages: {list}");
        if (
            await RunAsync([.. privilege, "apt-get", "update", "-qq"], cancel) != 0
            || await RunAsync(
                [
                    .. privilege,
                    "env",
                    "DEBIAN_FRONTEND=noninteractive",
                    "apt-get",
                    "install",
                    "-y",
                    "-qq",
                    "--no-install-recommends",
                    .. packages,
                ],
                cancel
            ) != 0
        )
            progress.Step($"apt-get failed; what needs these packages is unavailable. By hand: apt-get install {list}");
    }

    private static async Task<int> RunAsync(string[] command, CancellationToken cancel)
    {
        var info = new ProcessStartInfo("/bin/sh", ["-c", "exec \"$@\" >/dev/null </dev/null", "sh", .. command]);
        using var process = await ProcessLauncher.StartAsync(info);
        await process.WaitForExitAsync(cancel);
        return process.ExitCode;
    }
}
