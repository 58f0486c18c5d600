using System.Runtime.CompilerServices;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>A worker whose first step of its build is <c>workers/java/jdk</c>, with a java that only tells its
/// version.</summary>
public sealed class LaterJdkTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public Task An_older_JDK_makes_it_unavailable_and_is_named() =>
        Assert.AllAsync<(string Said, string Version)>(
            [
                ("openjdk version \"17.0.13\" 2024-10-15", "17.0.13"),
                ("java version \"1.8.0_392\"", "1.8.0_392"),
                ("nothing", "unknown"),
            ],
            async row =>
            {
                var needs = $"error : needs JDK 21 or later; this is {row.Version}";
                var built = await BuildAsync(row.Said);
                Assert.Equal($"JDK 21 is not to be had here: {needs}", built.Reason);
                Assert.False(built.IsBroken);
            }
        );

    [Fact]
    public async Task A_later_one_builds_it()
    {
        Assert.Equal(Availability.Yes, await BuildAsync("openjdk version \"21\" 2023-09-19"));
        const string options = "Picked up JAVA_TOOL_OPTIONS: -Xmx1g";
        Assert.Equal(Availability.Yes, await BuildAsync(options + "\\nopenjdk version \"25-ea\" 2025-09-16"));
    }

    private Task<Availability> BuildAsync(string said)
    {
        var java = _folder.Write("jdk/java", $"#!/bin/sh\nprintf '%b\\n' '{said}' >&2\n");
        Directory.CreateDirectory(_folder["worker"]);
        var manifest = Manifests.Of("java/virtual", "java/tcp-virtual") with
        {
            Folder = _folder["worker"],
            Package = "JDK 21",
            Build =
            [
                ["chmod", "+x", java],
                ["env", $"PATH={_folder["jdk"]}:{Environment.GetEnvironmentVariable("PATH")}", Script(), "21"],
                ["touch", "out"],
            ],
        };
        return new WorkerBuilder(FakeMachine.Silent).EnsureBuiltAsync(manifest, force: true, default);
    }

    private static string Script([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../../../workers/java/jdk"));
}
