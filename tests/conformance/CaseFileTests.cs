using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Each case has its lines or its code, and files that are no cases are named.</summary>
public sealed class CaseFileTests
{
    private const string Right = """{"case": "x.y", "proves": "z", "subject": "worker"}""";

    [Fact]
    public void EachIsRunByItsLinesOrByTheMethodOfItsName() =>
        Assert.Equal(
            ConformanceCases
                .Load(Tree.Root)
                .Where(one => !one.IsTranscript)
                .Select(ConformanceCases.GetMethodName)
                .Order(),
            ConformanceCases.MethodNames.Order()
        );

    [Theory]
    [InlineData("")]
    [InlineData("handshake")]
    [InlineData("null")]
    [InlineData(Right)]
    [InlineData("""{"case": "x.z", "proves": "z", "subject": "worker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData("""{"case": "x.y", "proves": "z", "subject": "wroker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData("""{"case": "x.y", "subject": "worker"}""", """{"dir": "<", "exit": 0}""")]
    [InlineData(Right, """{"dir": "<", "exits": 0}""")]
    [InlineData(Right, """{"dir": "<", "line": {"reason": ["y"]}}""")]
    [InlineData(Right, """{"dir": ">", "line": {"id": 1}}""")]
    [InlineData(Right, """{"dir": ">"}""")]
    [InlineData(Right, """{"peer_messages": 0}""")]
    public async Task AFileThatIsNoTranscriptIsNamed(params string[] lines)
    {
        var refused = await Assert.ThrowsAsync<BadInputException>(() => RunAsync("", lines));
        Assert.Contains("/x.y.jsonl: ", refused.Message);
    }

    [Theory]
    [InlineData(199, false)]
    [InlineData(200, true)]
    [InlineData(201, true)]
    public async Task ANumberIsBounded(int count, bool passes)
    {
        var result = await RunAsync(
            $$"""{"id":%s,"status":"ok","count":{{count}}}\n""",
            Right,
            """{"dir": ">", "line": {"id": 1, "op": "count"}}""",
            """{"dir": "<", "line": {"id": 1, "status": "ok", "count": {"at_least": 200}}}"""
        );
        Assert.Equal(passes, result.Passed);
        Assert.Equal(passes ? null : "count in the answer to count = 199", result.Failure?.Seen);
    }

    /// <summary>Runs a case of these lines with a worker that gives each request this answer, a format of printf for
    /// the request's id.</summary>
    private static async Task<CaseResult> RunAsync(string answer, params string[] lines)
    {
        var root = Directory.CreateTempSubdirectory();
        try
        {
            var folder = root.CreateSubdirectory("protocol/transcripts/cases").FullName;
            await File.WriteAllLinesAsync(Path.Combine(folder, "x.y.jsonl"), lines);
            const string worker = "while read -r line; do id=${line#*'\"id\":'}; printf \"$0\" \"${id%%,*}\"; done";
            var target = new ConformanceTarget("fake/worker", ["bash", "-c", worker, answer], folder, []);
            var results = new List<CaseResult>();
            await foreach (var result in new ConformanceRunner(root.FullName).RunAsync([target], ["x.y"]))
                results.Add(result);
            return Assert.Single(results, result => result.Case == "x.y");
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }
}
