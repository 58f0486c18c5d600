using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Exports;

public sealed class OtherProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_reader_that_hangs_is_ended_with_its_children()
    {
        var endless = _folder.Write("endless", "");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            OtherProgram.ReadLinesAsync(new CancellationToken(canceled: true), "sh", "-c", $"tail -f '{endless}'; true")
        );
        Assert.DoesNotContain(Directory.GetDirectories("/proc", "*").Select(CommandLine), it => it.Contains(endless));
    }

    private static string CommandLine(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended meanwhile, or is no process.
            return "";
        }
    }
}
