using Pingmark.Host;
using Pingmark.Sampling;
using Pingmark.Tests.Results;
using Pingmark.Tests.Workers;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>Recordings of a Java program that does on purpose what they must show.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public class JavaSamplerTests
{
    /// <summary>A worker as far as requests go: it answers each one when it has burnt CPU time, allocated and
    /// collected.</summary>
    private const string Program = """
        import java.util.Scanner;

        class Burner {
            static long sink;
            static byte[] block;

            public static void main(String[] args) {
                var requests = new Scanner(System.in);
                for (var id = 1; requests.hasNextLine(); id++) {
                    requests.nextLine();
                    for (var end = System.nanoTime() + 700_000_000L; System.nanoTime() < end; )
                        burn();
                    for (var i = 0; i < 2000; i++)
                        block = new byte[50_000];
                    for (var i = 0; i < 3; i++)
                        System.gc();
                    System.out.println("{\"id\":" + id + ",\"status\":\"ok\"}");
                }
            }

            static void burn() {
                for (var i = 0; i < 1_000_000; i++)
                    sink = sink * 31 + i;
            }
        }
        """;

    [JavaFact]
    public async Task Counts_collections_allocations_and_busy_methods_of_the_time_between_start_and_stop()
    {
        using var folder = new TemporaryFolder();
        await using var java = await WorkerProcess.StartAsync(
            "burner",
            ["java", "-Xmx64m", folder.Write("Burner.java", Program)],
            folder.Path,
            new Dictionary<string, string>(),
            cpus: null
        );
        await BurnAsync(java);
        var path = folder["with a space"];
        await using var sampler = Samplers.Create("java", java.Pid, path, problem => java.Fault("sampling", problem));
        await sampler.StartAsync(default);
        await BurnAsync(java);
        var summary = await sampler.StopAsync(default);

        Assert.Equal(path + ".jfr", summary.File);
        Assert.True(summary.GcCount >= 3, $"{summary.GcCount} collections");
        Assert.True(summary.GcPauseNs > 0);
        // What came before is not in it.
        Assert.InRange(summary.AllocatedBytes!.Value, 0.9 * 100_000_000, 1.5 * 100_000_000);
        Assert.Contains(summary.TopAllocated, t => t is { Type: "byte[]", Share: > 0.5 });
        Assert.Contains(summary.TopMethods.Take(3), m => m.Method == "Burner.burn" && m.SelfShare > 0.1);
    }

    private static Task<Reply> BurnAsync(WorkerProcess java) => java.CallAsync("burn", [], Scripts.Generous, default);
}

/// <summary>For tests that start Java themselves.</summary>
internal sealed class JavaFactAttribute : FactAttribute
{
    public JavaFactAttribute()
    {
        if (Executables.Find("javac") is null || Executables.Find("jcmd") is null)
            Skip = "no JDK on this machine: apt-get install openjdk-17-jdk-headless";
    }
}
