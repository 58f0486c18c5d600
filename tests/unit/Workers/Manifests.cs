using Pingmark.Workers;

namespace Pingmark.Tests.Workers;

internal static class Manifests
{
    /// <summary>A worker that needs nothing; tests change what they are about.</summary>
    public static WorkerManifest Of(string name, params string[] stacks) =>
        new()
        {
            Name = name,
            Runtime = "java",
            Stacks = stacks,
            Output = "out",
            Start = ["run", "{output}"],
            Folder = "/w",
        };
}
