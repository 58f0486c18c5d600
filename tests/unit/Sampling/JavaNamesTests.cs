using Pingmark.Sampling;
using Xunit;

namespace Pingmark.Tests.Sampling;

public class JavaNamesTests
{
    [Fact]
    public void Names_read_as_in_source_code() =>
        Assert.All<(string Name, string Expected)>(
            [
                ("java/net/Inet4Address", "java.net.Inet4Address"),
                ("[B", "byte[]"),
                ("[[J", "long[][]"),
                ("[Ljava/lang/String;", "java.lang.String[]"),
                ("B", "B"),
            ],
            row => Assert.Equal(row.Expected, JavaNames.Translate(row.Name))
        );
}
