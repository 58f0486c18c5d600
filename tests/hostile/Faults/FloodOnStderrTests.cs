using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class FloodOnStderrTests
{
    private const int Most = 20,
        Longest = 200;

    [Fact]
    [Fault("a worker writes gigabytes to stderr without a line end", "its last 20 lines of 200 letters are kept", -1)]
    public void A_line_without_an_end_is_cut()
    {
        var lines = new LastLines(Most, Longest);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var flood = new string('x', 64 << 10);
        for (var i = 0; i < 2_000; i++)
            lines.Add(flood);
        lines.Add("\nlast words\n");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        Assert.Equal([new string('x', Longest) + "…", "last words"], lines.Read());
    }

    [Fact]
    public async Task The_last_lines_are_kept_however_they_arrive()
    {
        var lines = new LastLines(3, 5);
        await lines.ReadAsync(new StringReader("a\n\nb  \n123456\nend"));
        Assert.Equal(["b", "12345…", "end"], lines.Read());
    }
}
