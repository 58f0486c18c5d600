using Pingmark.Suites;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class AnchorBombTests
{
    [Fact]
    [Fault("a suite of a few lines whose anchors stand for billions of values", "refused with its place", 2, 5)]
    public void Anchors_are_counted_where_they_stand()
    {
        var levels = Enumerable
            .Range(1, 9)
            .Select(level => $"x{level}: &l{level} [{string.Join(",", Enumerable.Repeat($"*l{level - 1}", 10))}]");
        var error = Assert.Throws<BadInputException>(() =>
            SuiteFile.Parse($"x0: &l0 1\n{string.Join('\n', levels)}\nconnections: *l9\nstacks: *l9", "x.yaml")
        );
        Assert.Contains(
            "more values, anchors written out, than any suite has",
            error.Message,
            StringComparison.Ordinal
        );
    }
}
