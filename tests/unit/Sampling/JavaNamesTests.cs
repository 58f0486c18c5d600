using Pingmark.Sampling;
using Xunit;

namespace Pingmark.Tests.Sampling;

public class JavaNamesTests
{
    [Theory]
    [InlineData("java/net/Inet4Address", "java.net.Inet4Address")]
    [InlineData("[B", "byte[]")]
    [InlineData("[[J", "long[][]")]
    [InlineData("[Ljava/lang/String;", "java.lang.String[]")]
    [InlineData("B", "B")]
    public void Names_read_as_in_source_code(string name, string expected) =>
        Assert.Equal(expected, JavaNames.Translate(name));
}
