using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class SleepStatesTests
{
    [Fact]
    public void Zero_is_written_and_the_file_stays_open_until_it_is_over()
    {
        var device = Path.GetTempFileName();
        try
        {
            using (SleepStates.Forbid(device))
            {
                Assert.Equal([0, 0, 0, 0], File.ReadAllBytes(device));
                Assert.Contains(device, OpenFiles());
            }
            Assert.DoesNotContain(device, OpenFiles());
        }
        finally
        {
            File.Delete(device);
        }
    }

    [Fact]
    public void Where_there_is_no_such_device_it_says_what_to_do()
    {
        var e = Assert.Throws<BadInputException>(() => SleepStates.Forbid("/nowhere/cpu_dma_latency"));
        Assert.Contains("in a container it needs --device /nowhere/cpu_dma_latency", e.Message);
    }

    private static List<string?> OpenFiles() =>
        Directory.GetFiles("/proc/self/fd").Select(fd => new FileInfo(fd).LinkTarget).ToList();
}
