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

    [Theory]
    [InlineData("openjdk version \"17.0.13\" 2024-10-15", "17.0.13")]
    [InlineData("java version \"1.8.0_392\"", "1.8.0_392")]
    [InlineData("nothing", "unknown")]
    public async Task An_older_JDK_makes_it_unavailable_and_is_named(string said, string version)
    {
        var built = await BuildAsync(said);
        Assert.Equal($"JDK 21 is not to be had here: error : needs JDK 21 or later; this is {version}", built.Reason);
        Assert.False(built.IsBroken);
    }

    [Theory]
    [InlineData("openjdk version \"21\" 2023-09-19")]
    [InlineData("Picked up JAVA_TOOL_OPTIONS: -Xmx1g\\nopenjdk version \"25-ea\" 2025-09-16")]
    public async Task A_later_one_builds_it(string said) => Assert.Equal(Availability.Yes, await BuildAsync(said));

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
