using System.Text;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Workers;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>A worker that runs by itself, and has been built here.</summary>
internal static class NativeWorker
{
    /// <param name="program">What the build here made.</param>
    public static WorkerManifest In(TemporaryFolder folder, string program = "#!/bin/sh\n")
    {
        folder.Write("worker/input", "");
        Executable.Write(folder, "worker/out", program);
        return new()
        {
            Name = "x/a",
            Runtime = "x",
            Stacks = ["x/a"],
            Inputs = ["input"],
            Build =
            [
                ["true"],
            ],
            Output = "out",
            Start = ["{output}"],
            Folder = folder["worker"],
        };
    }

    /// <returns>Its folder there, and why there is none.</returns>
    public static async Task<(string? Folder, Availability Availability)> PlaceAsync(
        WorkerManifest worker,
        RemoteSite site,
        BuildPlace? place
    )
    {
        var (folder, _, availability) = await new NativeDeployment(
            worker,
            site,
            new ProgressLog(TextWriter.Null, isTerminal: false)
        ).ToAsync(place, Availability.Yes, CancellationToken.None);
        return (folder, availability);
    }
}

internal static class Executable
{
    /// <param name="bytes">Each of them a letter.</param>
    public static void Write(TemporaryFolder folder, string name, string bytes)
    {
        File.WriteAllBytes(folder.Write(name, ""), Encoding.Latin1.GetBytes(bytes));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(
                folder[name],
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
            );
    }
}
