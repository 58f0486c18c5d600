using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

public sealed class AlikeTextsTests
{
    [Fact]
    public void Quantities_become_ranges()
    {
        Same(
            "1 of 2 trials is withheld: the hypervisor kept 27.3 to 70.3 % of it, at 1.34 to 1.8x (-3 to 15 µs)",
            "1 of 2 trials is withheld: the hypervisor kept 47.4 % of it, at 1.8x (15 µs)",
            "1 of 2 trials is withheld: the hypervisor kept 27.3 % of it, at 1.34x (-3 µs)",
            "1 of 2 trials is withheld: the hypervisor kept 70.3 % of it, at 1.5x (0 µs)"
        );
        Same("p99 of 64 slots", "p99 of 64 slots");
    }

    [Theory]
    [InlineData("rejected 5; the last from 127.0.0.1:4000", "rejected 5; the last from 127.0.0.1:4001")]
    [InlineData("p99 is late", "p50 is late")]
    [InlineData("made with 10.0.1", "made with 10.0.2")]
    [InlineData("4 ms", "4 µs")]
    [InlineData("1 trial is", "2 trials are")]
    public void What_is_no_quantity_stays_apart(string one, string other) =>
        Assert.NotEqual(AlikeTexts.Frame(one), AlikeTexts.Frame(other));

    private static void Same(string together, params string[] texts)
    {
        Assert.Single(texts.Select(AlikeTexts.Frame).Distinct());
        Assert.Equal(together, AlikeTexts.Together(texts));
    }
}
