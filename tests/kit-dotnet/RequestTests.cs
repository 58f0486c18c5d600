namespace Pingmark.Worker.Kit.Tests;

/// <summary>What a line of JSON is not, a request. All else is in conformance.</summary>
public sealed class RequestTests
{
    [Theory]
    [InlineData("""{"id":1,"op":"\ud800"}""")]
    [InlineData("""{"id":1,"op":"usage","\udc00":1}""")]
    public void Half_a_character_is_no_text(string line) => Assert.Throws<FormatException>(() => Request.Parse(line));
}
