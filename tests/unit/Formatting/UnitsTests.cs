using FsCheck;
using FsCheck.Fluent;
using Pingmark.Formatting;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class UnitsTests
{
    [Theory]
    [InlineData("1ns", 1)]
    [InlineData("250us", 250_000)]
    [InlineData("250µs", 250_000)]
    [InlineData("250 μs", 250_000)]
    [InlineData("100ms", 100_000_000)]
    [InlineData("0.5ms", 500_000)]
    [InlineData("5s", 5_000_000_000)]
    [InlineData(" 30 s ", 30_000_000_000)]
    [InlineData("1.5s", 1_500_000_000)]
    [InlineData("2m", 120_000_000_000)]
    [InlineData("24h", 86_400_000_000_000)]
    public void Durations_are_nanoseconds(string text, long ns) => Assert.Equal(ns, Units.Duration(text, "duration"));

    [Theory]
    [InlineData("32", 32)]
    [InlineData("32B", 32)]
    [InlineData("1KiB", 1024)]
    [InlineData("1.5 KiB", 1536)]
    [InlineData("64KiB", 65_536)]
    [InlineData("4MiB", 4_194_304)]
    [InlineData("1GiB", 1_073_741_824)]
    public void Sizes_are_bytes(string text, long bytes) => Assert.Equal(bytes, Units.Bytes(text, "size"));

    [Theory]
    [InlineData("20000", 20_000)]
    [InlineData("20k", 20_000)]
    [InlineData("1.5M", 1_500_000)]
    public void Counts_may_be_in_thousands_and_millions(string text, long count) =>
        Assert.Equal(count, Units.Count(text, "messages"));

    [Theory]
    [InlineData("2%", 0.02)]
    [InlineData("2 %", 0.02)]
    [InlineData("0%", 0)]
    [InlineData("500%", 5)]
    public void Shares_are_percents(string text, double share) =>
        Assert.Equal(share, Units.Fraction(text, "precision"), 12);

    [Theory]
    [InlineData("5", "p needs a unit: '5' could be 5% or 500%")]
    [InlineData("0.05", "p needs a unit: '0.05' could be 0.05% or 5%")]
    [InlineData("0", "p needs a unit: '0' could be 0%")]
    [InlineData("5x", "p must be a share such as 2%, not '5x'")]
    public void A_share_without_its_unit_is_asked_for_it(string text, string message) =>
        Assert.Equal(message, Assert.Throws<BadInputException>(() => Units.Fraction(text, "p")).Message);

    [Theory]
    [InlineData("30", "t needs a unit: '30' could be 30ns, 30us, 30ms, 30s, 30m or 30h")]
    [InlineData("5sec", "t has the unknown unit 'sec' in '5sec'; did you mean '5s'?")]
    [InlineData("5 minutes", "t has the unknown unit 'minutes' in '5 minutes'; did you mean '5m'?")]
    [InlineData("5MS", "t has the unknown unit 'MS' in '5MS'; did you mean '5ms'?")]
    [InlineData("5secnds", "t has the unknown unit 'secnds' in '5secnds'; did you mean '5s'?")]
    [InlineData("5furlongs", "t has the unknown unit 'furlongs' in '5furlongs'; units are ns, us, ms, s, m and h")]
    [InlineData("0.3ns", "t must be a whole number of ns, not '0.3ns'")]
    [InlineData("fast", "t must be a duration such as 100ms, 5s or 2m, not 'fast'")]
    [InlineData("-5s", "t must be a duration such as 100ms, 5s or 2m, not '-5s'")]
    [InlineData("1,5s", "t must be a duration such as 100ms, 5s or 2m, not '1,5s'")]
    [InlineData("", "t must be a duration such as 100ms, 5s or 2m, not ''")]
    [InlineData("9999999999999999999h", "t is too large: '9999999999999999999h'")]
    public void A_bad_duration_says_what_would_be_right(string text, string message) =>
        Assert.Equal(message, Assert.Throws<BadInputException>(() => Units.Duration(text, "t")).Message);

    [Theory]
    [InlineData("64kB", "size has the unknown unit 'kB' in '64kB'; did you mean '64KiB'?")]
    [InlineData("64M", "size has the unknown unit 'M' in '64M'; did you mean '64MiB'?")]
    [InlineData("0.3KiB", "size must be a whole number of B, not '0.3KiB'")]
    [InlineData("big", "size must be a size such as 32, 1KiB or 4MiB, not 'big'")]
    public void A_bad_size_says_what_would_be_right(string text, string message) =>
        Assert.Equal(message, Assert.Throws<BadInputException>(() => Units.Bytes(text, "size")).Message);

    [Theory]
    [InlineData("1.5", "n must be a whole number, not '1.5'")]
    [InlineData("20K", "n has the unknown unit 'K' in '20K'; did you mean '20k'?")]
    [InlineData("many", "n must be a whole number, not 'many'")]
    public void A_bad_count_says_what_would_be_right(string text, string message) =>
        Assert.Equal(message, Assert.Throws<BadInputException>(() => Units.Count(text, "n")).Message);

    [Theory]
    [InlineData(0, "0 ns")]
    [InlineData(250_000, "250 us")]
    [InlineData(1_500_000_000, "1.5 s")]
    [InlineData(90_000_000_000, "90 s")]
    [InlineData(300_000_000_000, "5 m")]
    [InlineData(86_400_000_000_000, "24 h")]
    public void Durations_for_people(long ns, string text) => Assert.Equal(text, Units.FormatDuration(ns));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1000, "1000 B")]
    [InlineData(1536, "1.5 KiB")]
    [InlineData(65_536, "64 KiB")]
    [InlineData(4_194_304, "4 MiB")]
    public void Sizes_for_people(long bytes, string text) => Assert.Equal(text, Units.FormatBytes(bytes));

    /// <summary>Of every magnitude, and often round numbers.</summary>
    private static readonly Gen<long> Quantities =
        from number in Gen.Choose(0, 1_000_000)
        from power in Gen.Choose(0, 10)
        from scale in Gen.Elements(10, 2, 60)
        select number * (long)Math.Pow(scale, power) % (1L << 55);

    [Fact]
    public void What_is_printed_as_a_duration_is_read_as_the_same_one() =>
        Prop.ForAll(
                Quantities.ToArbitrary(),
                ns => Math.Abs(ns) == Units.Duration(Units.FormatDuration(Math.Abs(ns)), "t")
            )
            .Holds();

    [Fact]
    public void What_is_printed_as_a_size_is_read_as_the_same_one() =>
        Prop.ForAll(
                Quantities.ToArbitrary(),
                bytes => Math.Abs(bytes) == Units.Bytes(Units.FormatBytes(Math.Abs(bytes)), "t")
            )
            .Holds();

    [Fact]
    public void Any_text_is_read_or_refused_as_bad_input() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), text => IsReadOrRefused(text.Get)).Holds();

    private static bool IsReadOrRefused(string text)
    {
        foreach (var read in new Func<string, string, long>[] { Units.Duration, Units.Bytes, Units.Count })
            if (Record.Exception(() => read(text, "t")) is not (null or BadInputException))
                return false;
        return true;
    }
}
