namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Limits below which .NET ends in a trace, in words of its own, or never.</summary>
public sealed class LimitTests
{
    [Theory]
    [InlineData("-n 20", "only 20 files may be open here, and pingmark needs 256")]
    [InlineData("-v 100000", "only 97 MiB of addresses here, and pingmark needs 8 GiB")]
    [InlineData("-s 64", "a stack may have only 64 KiB here, and pingmark needs 1024 KiB")]
    public void It_is_named_in_one_line_with_what_raises_it(string limit, string said)
    {
        var (code, _, errors) = Shell.End(
            new("bash", ["-c", $"ulimit {limit}; exec \"$0\" list suites", Repository.Launcher])
        );
        Assert.Equal(2, code);
        Assert.Contains(said, errors);
        Assert.Contains("raise it: ulimit -", errors);
        Assert.Equal(1, errors.Count(letter => letter == '\n'));
    }
}
