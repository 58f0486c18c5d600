using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class ClientsWordsTests
{
    [Theory]
    [InlineData("", null, null)]
    [InlineData("20", 20, null)]
    [InlineData("-5", -5, null)]
    [InlineData("ssh:b", null, "ssh:b")]
    [InlineData("20 ssh:b", 20, "ssh:b")]
    [InlineData("ssh:me@b 20", 20, "ssh:me@b")]
    [InlineData("20,slurm:2,local", 20, "slurm:2,local")]
    public void A_number_is_how_many_and_everything_else_is_where(string words, int? count, string? hosts) =>
        Assert.Equal((count, hosts), ClientsOption.Read(Values(words), hasHostsFile: false));

    [Fact]
    public void A_bare_name_is_one_of_the_hosts_file()
    {
        Assert.Equal((null, "right"), ClientsOption.Read(["right"], hasHostsFile: true));
        Assert.Throws<BadInputException>(() => ClientsOption.Read(["right"], hasHostsFile: false));
    }

    [Theory]
    [InlineData("5 6", "two numbers, 5 and 6")]
    [InlineData("99999999999", "must be 1 to 10000, not '99999999999'")]
    [InlineData("many", "not 'many'")]
    public void What_is_neither_is_refused(string words, string said) =>
        Assert.Contains(
            said,
            Assert.Throws<BadInputException>(() => ClientsOption.Read(Values(words), hasHostsFile: false)).Message
        );

    private static string[] Values(string words) => words.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
