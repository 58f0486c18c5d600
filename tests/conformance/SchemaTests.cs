using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Pingmark.ConformanceTests;

/// <summary>The schemas say what the controller does: transcripts satisfy them, and they name every field that it reads
/// or writes.</summary>
public partial class SchemaTests
{
    [Fact]
    public void EveryValidTranscriptSatisfiesThem()
    {
        foreach (var exchange in Transcript.Names("valid").SelectMany(name => Transcript.Load("valid", name).Exchanges))
        {
            var isOk = exchange.Status == "ok";
            // What is refused may be anything.
            if (isOk)
                Assert.Empty(Schema.Load("request-" + exchange.Op).Problems(exchange.Request));
            Assert.Empty((isOk ? Schema.OfReply(exchange.Op) : Schema.Load("reply-failure")).Problems(exchange.Reply));
        }
    }

    /// <summary>What a schema of single lines can tell; sums and order are for the readers.</summary>
    [Theory]
    [InlineData("negative-count")]
    [InlineData("count-is-text")]
    [InlineData("count-is-a-fraction")]
    [InlineData("result-without-lost")]
    [InlineData("result-without-answered")]
    [InlineData("usage-without-rejected")]
    [InlineData("another-protocol")]
    [InlineData("another-histogram-layout")]
    [InlineData("stacks-are-numbers")]
    [InlineData("no-status")]
    [InlineData("unknown-status")]
    public void InvalidTranscriptsViolateThem(string name)
    {
        var exchange = Assert.Single(Transcript.Load("invalid", name).Exchanges);
        Assert.NotEmpty(Schema.OfReply(exchange.Op).Problems(exchange.Reply));
    }

    [Fact]
    public void ARequestWithAnUnknownFieldViolatesThem() =>
        Assert.StartsWith(
            "/frobnicate: ",
            Assert.Single(
                Schema
                    .Load("request-usage")
                    .Problems(
                        new()
                        {
                            ["id"] = 1,
                            ["op"] = "usage",
                            ["frobnicate"] = true,
                        }
                    )
            )
        );

    [Fact]
    public void TheyNameEveryFieldThatTheControllerReads()
    {
        var known = Fields("reply-");
        var read = Directory
            .EnumerateFiles(WorkersOfTheController, "*.cs")
            .Select(File.ReadAllText)
            .SelectMany(source => ReadField().Matches(source))
            .Select(match => match.Groups[1].Value)
            .ToHashSet();
        Assert.True(read.Count > 30, "the pattern finds the readers");
        Assert.Empty(read.Except(known));
    }

    [Fact]
    public void TheyNameEveryFieldThatTheControllerWrites()
    {
        var written = WrittenField()
            .Matches(File.ReadAllText(Path.Combine(WorkersOfTheController, "Worker.cs")))
            .Select(match => match.Groups[1].Value)
            .ToHashSet();
        Assert.True(written.Count > 10, "the pattern finds the requests");
        Assert.Empty(written.Except(Fields("request-")));
    }

    private static HashSet<string> Fields(string prefix) =>
        Schema
            .Names.Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
            .SelectMany(name => Schema.Load(name).Fields)
            .ToHashSet();

    private static string WorkersOfTheController => Path.Combine(Tree.Root, "src", "Pingmark", "Workers");

    [GeneratedRegex("""reply\.[A-Za-z]+\("([a-z_]+)"\)""")]
    private static partial Regex ReadField();

    [GeneratedRegex("""\["([a-z_]+)"\] = """)]
    private static partial Regex WrittenField();
}
