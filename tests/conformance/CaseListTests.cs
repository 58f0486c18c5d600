using System.Text.Json;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>No case gets lost, and none applies to fewer stacks than it did: <c>cases.txt</c> has all of them, each
/// with what it is about. Whoever adds one renews it with <c>UPDATE_GOLDEN=1</c>.</summary>
public sealed class CaseListTests
{
    private static readonly string Golden = Path.Combine(Tree.Root, "tests", "conformance", "cases.txt");
    private static readonly IReadOnlyList<ConformanceCase> All = ConformanceCases.Load(Tree.Root);

    private const string Right = """{"case": "x.y", "proves": "z", "subject": "worker"}""";

    [Fact]
    public void ItIsThatOfTheGoldenFile()
    {
        var lines = All.Select(Line).Order(StringComparer.Ordinal).ToList();
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllLines(Golden, lines);
        Assert.Equal(File.ReadAllLines(Golden), lines);
    }

    /// <summary>And no code is for a case that nobody knows of.</summary>
    [Fact]
    public void EachIsRunByItsLinesOrByTheMethodOfItsName() =>
        Assert.Equal(All.Where(one => !one.IsTranscript).Select(CaseCode.NameOf).Order(), CaseCode.Names.Order());

    [Theory]
    [InlineData("")]
    [InlineData("handshake")]
    [InlineData("null")]
    [InlineData("""{"case": "x.y", "proves": "z", "subject": "worker"}""")]
    [InlineData("""{"case": "x.z", "proves": "z", "subject": "worker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData("""{"case": "x.y", "proves": "z", "subject": "wroker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData("""{"case": "x.y", "subject": "worker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData(Right, """{"dir": "<", "exits": 0}""")]
    [InlineData(Right, """{"dir": "<", "line": {"reason": ["y"]}}""")]
    [InlineData(Right, """{"dir": ">", "line": {"id": 1}}""")]
    [InlineData(Right, """{"dir": ">"}""")]
    [InlineData(Right, """{"peer_messages": 0}""")]
    public void AFileThatIsNoTranscriptIsNamed(params string[] lines)
    {
        var root = Directory.CreateTempSubdirectory();
        try
        {
            var folder = root.CreateSubdirectory("protocol/transcripts/cases");
            var file = Path.Combine(folder.FullName, "x.y.jsonl");
            File.WriteAllLines(file, lines);
            Assert.StartsWith(
                $"{file}: ",
                Assert.Throws<BadInputException>(() => ConformanceCases.Load(root.FullName)).Message
            );
            File.WriteAllLines(file, [Right, """{"dir": "<", "exit": 0}"""]);
            Assert.Contains(ConformanceCases.Load(root.FullName), one => one is { Id: "x.y", IsTranscript: true });
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }

    private static string Line(ConformanceCase one) =>
        string.Join(
            ' ',
            new[]
            {
                one.Id,
                $"{one.Subject}".ToLowerInvariant(),
                one.Peer == Peer.Any ? "" : $"peer={one.Peer}".ToLowerInvariant(),
                string.Join(' ', one.Needs.OrderBy(need => need.Key).Select(need => $"{need.Key}={Text(need.Value)}")),
                one.StandsFor == Sharing.Kit || one.Subject == Subject.Worker ? "of-kit" : "",
                one.StandsFor == Sharing.Framing ? "of-framing" : "",
                one.Server == ServerUse.Ended ? "ends-server" : "",
                one.Server == ServerUse.Own ? "own-server" : "",
                one.Alone ? "alone" : "",
            }.Where(word => word.Length > 0)
        );

    private static string Text(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array
            ? string.Join(',', value.EnumerateArray().Select(Text))
            : value.GetRawText().Trim('"');
}
