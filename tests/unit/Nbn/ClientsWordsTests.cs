using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class ClientsWordsTests
{
    [Fact]
    public void A_number_is_how_many_and_everything_else_is_where()
    {
        Assert.Equal((null, null), Read(""));
        Assert.Equal((-5, null), Read("-5"));
        Assert.Equal((20, "ssh:me@b"), Read("ssh:me@b 20"));
        Assert.Equal((20, "slurm:2,local"), Read("20,slurm:2,local"));
    }

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
        Assert.Contains(said, Assert.Throws<BadInputException>(() => Read(words)).Message);

    private static (int? Count, string? Hosts) Read(string words) =>
        ClientsOption.Read(words.Split(' ', StringSplitOptions.RemoveEmptyEntries), hasHostsFile: false);
}
