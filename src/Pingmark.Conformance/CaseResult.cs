using System.Text.Json.Nodes;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>What came of one case on one worker or one of its stacks. <see cref="Expected"/> and <see cref="Seen"/> are
/// empty when it passed.</summary>
/// <param name="Stack">Null for a case of the worker as such.</param>
public sealed record CaseResult(
    string Worker,
    string? Stack,
    string Case,
    bool Passed,
    TimeSpan Took,
    string Expected = "",
    string Seen = ""
)
{
    public string Subject => Stack ?? Worker;

    public override string ToString() =>
        Passed
            ? $"pass  {Subject}  {Case}  {Took.TotalSeconds:0.0} s"
            : $"FAIL  {Subject}  {Case}  {Took.TotalSeconds:0.0} s\n        expected  {Expected}\n"
                + $"        seen      {Seen}";

    public JsonObject ToJson() =>
        new()
        {
            ["worker"] = Worker,
            ["stack"] = Stack,
            ["case"] = Case,
            ["passed"] = Passed,
            ["took_ms"] = Math.Round(Took.TotalMilliseconds),
            ["expected"] = Passed ? null : Expected,
            ["seen"] = Passed ? null : Seen,
        };
}
