using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>What the lines of a case ask of an answer is looked at.</summary>
public sealed class CaseLinesTests
{
    [Theory]
    [InlineData(199, false)]
    [InlineData(200, true)]
    [InlineData(201, true)]
    public async Task ANumberIsBounded(int told, bool passes)
    {
        var result = await RunAsync(
            $$"""{"id":%s,"status":"ok","count":{{told}}}\n""",
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
            const string about = """{"case": "x.y", "proves": "z", "subject": "worker"}""";
            await File.WriteAllLinesAsync(Path.Combine(folder, "x.y.jsonl"), [about, .. lines]);
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
