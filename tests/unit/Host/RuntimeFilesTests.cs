using Pingmark.Host;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Host;

/// <summary>Nothing of a worker that was killed stays among the temporary files.</summary>
[Trait("Gate", "no")]
public class RuntimeFilesTests
{
    private static readonly string Temporary = Path.GetTempPath();

    [Fact]
    public async Task What_the_runtime_of_a_killed_worker_kept_goes_with_it()
    {
        var worker = await WorkerProcess.StartAsync("w", ["sleep", "600"], "/", new Dictionary<string, string>(), null);
        string[] kept =
        [
            Write($"clr-debug-pipe-{worker.Pid}-1-in"),
            Write($"dotnet-diagnostic-{worker.Pid}-1-socket"),
            Recording(worker.Pid),
        ];
        Write(Path.Combine(kept[^1], "2026_01_02_03_04_05.jfr"));
        await worker.DisposeAsync();
        Assert.All(kept, path => Assert.False(Path.Exists(path), path));
    }

    [Fact]
    public void What_others_put_there_stays()
    {
        const int Nobody = 1 << 30;
        var recording = Recording(Nobody);
        var other = Write($"clr-debug-pipe-{Nobody}0-1-in");
        var mine = Write(Path.Combine(recording, "mine.txt"));
        try
        {
            RuntimeFiles.Remove(Nobody);
            Assert.True(File.Exists(other));
            Assert.True(File.Exists(mine));
        }
        finally
        {
            File.Delete(other);
            Directory.Delete(recording, recursive: true);
        }
    }

    private static string Recording(int pid) =>
        Directory.CreateDirectory(Path.Combine(Temporary, $"2026_01_02_03_04_05_{pid}")).FullName;

    private static string Write(string name)
    {
        var path = Path.Combine(Temporary, name);
        File.WriteAllText(path, "");
        return path;
    }
}
