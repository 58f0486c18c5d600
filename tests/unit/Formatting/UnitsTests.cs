using FsCheck;
using FsCheck.Fluent;
using Pingmark.Formatting;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class UnitsTests
{
    [Fact]
    public void Durations_are_nanoseconds()
    {
        Assert.Equal(1, Units.Duration("1ns", "t"));
        Assert.Equal(250_000, Units.Duration("250us", "t"));
        Assert.Equal(250_000, Units.Duration("250µs", "t"));
        Assert.Equal(250_000, Units.Duration("250 μs", "t"));
        Assert.Equal(500_000, Units.Duration("0.5ms", "t"));
        Assert.Equal(30_000_000_000, Units.Duration(" 30 s ", "t"));
        Assert.Equal(120_000_000_000, Units.Duration("2m", "t"));
        Assert.Equal(86_400_000_000_000, Units.Duration("24h", "t"));
    }

    [Fact]
    public void Sizes_are_bytes_counts_may_be_in_thousands_and_shares_are_percents()
    {
        Assert.Equal(32, Units.Bytes("32", "size"));
        Assert.Equal(32, Units.Bytes("32B", "size"));
        Assert.Equal(1536, Units.Bytes("1.5 KiB", "size"));
        Assert.Equal(4_194_304, Units.Bytes("4MiB", "size"));
        Assert.Equal(1_073_741_824, Units.Bytes("1GiB", "size"));
        Assert.Equal(20_000, Units.Count("20000", "messages"));
        Assert.Equal(20_000, Units.Count("20k", "messages"));
        Assert.Equal(1_500_000, Units.Count("1.5M", "messages"));
        Assert.Equal(0.02, Units.Fraction("2 %", "precision"), 12);
        Assert.Equal(5, Units.Fraction("500%", "precision"), 12);
    }

    [Fact]
    public void A_share_without_its_unit_is_asked_for_it() =>
        Assert.All<(string Text, string Problem)>(
            [
                ("0.05", "p needs a unit: '0.05' could be 0.05% or 5%"),
                ("0", "p needs a unit: '0' could be 0%"),
                ("5x", "p must be a share such as 2%, not '5x'"),
            ],
            row => Assert.Equal(row.Problem, Problem(() => Units.Fraction(row.Text, "p")))
        );

    [Fact]
    public void A_bad_duration_says_what_would_be_right() =>
        Assert.All<(string Text, string Problem)>(
            [
                ("30", "t needs a unit: '30' could be 30ns, 30us, 30ms, 30s, 30m or 30h"),
                ("5 minutes", "t has the unknown unit 'minutes' in '5 minutes'; did you mean '5m'?"),
                ("5MS", "t has the unknown unit 'MS' in '5MS'; did you mean '5ms'?"),
                ("5secnds", "t has the unknown unit 'secnds' in '5secnds'; did you mean '5s'?"),
                ("5furlongs", "t has the unknown unit 'furlongs' in '5furlongs'; units are ns, us, ms, s, m and h"),
                ("0.3ns", "t must be a whole number of ns, not '0.3ns'"),
                ("-5s", "t must be a duration such as 100ms, 5s or 2m, not '-5s'"),
                ("1,5s", "t must be a duration such as 100ms, 5s or 2m, not '1,5s'"),
                ("", "t must be a duration such as 100ms, 5s or 2m, not ''"),
                ("9999999999999999999h", "t is too large: '9999999999999999999h'"),
            ],
            row => Assert.Equal(row.Problem, Problem(() => Units.Duration(row.Text, "t")))
        );

    [Fact]
    public void A_bad_size_or_count_says_what_would_be_right()
    {
        Assert.All<(string Text, string Problem)>(
            [
                ("64kB", "size has the unknown unit 'kB' in '64kB'; did you mean '64KiB'?"),
                ("64M", "size has the unknown unit 'M' in '64M'; did you mean '64MiB'?"),
                ("big", "size must be a size such as 32, 1KiB or 4MiB, not 'big'"),
            ],
            row => Assert.Equal(row.Problem, Problem(() => Units.Bytes(row.Text, "size")))
        );
        Assert.All<(string Text, string Problem)>(
            [
                ("1.5", "n must be a whole number, not '1.5'"),
                ("20K", "n has the unknown unit 'K' in '20K'; did you mean '20k'?"),
                ("many", "n must be a whole number, not 'many'"),
            ],
            row => Assert.Equal(row.Problem, Problem(() => Units.Count(row.Text, "n")))
        );
    }

    private static string Problem(Func<object> read) => Assert.Throws<BadInputException>(read).Message;

    [Fact]
    public void People_read_the_largest_unit_that_is_exact()
    {
        Assert.Equal("0 ns", Units.FormatDuration(0));
        Assert.Equal("250 us", Units.FormatDuration(250_000));
        Assert.Equal("1.5 s", Units.FormatDuration(1_500_000_000));
        Assert.Equal("90 s", Units.FormatDuration(90_000_000_000));
        Assert.Equal("5 m", Units.FormatDuration(300_000_000_000));
        Assert.Equal("24 h", Units.FormatDuration(86_400_000_000_000));
        Assert.Equal("1000 B", Units.FormatBytes(1000));
        Assert.Equal("1.5 KiB", Units.FormatBytes(1536));
        Assert.Equal("4 MiB", Units.FormatBytes(4_194_304));
    }

    /// <summary>Of every magnitude, and often round numbers.</summary>
    private static readonly Gen<long> Quantities =
        from number in Gen.Choose(0, 1_000_000)
        from power in Gen.Choose(0, 10)
        from scale in Gen.Elements(10, 2, 60)
        select Math.Abs(number * (long)Math.Pow(scale, power) % (1L << 55));

    [Fact]
    public void What_is_printed_is_read_as_the_same()
    {
        Prop.ForAll(Quantities.ToArbitrary(), ns => ns == Units.Duration(Units.FormatDuration(ns), "t")).Holds();
        Prop.ForAll(Quantities.ToArbitrary(), bytes => bytes == Units.Bytes(Units.FormatBytes(bytes), "t")).Holds();
    }

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
