using System.Text.Json.Nodes;

namespace Pingmark.Conformance;

/// <summary>The result of one case on one worker or one of its stacks.</summary>
/// <param name="Stack">The stack; null for a case of the worker itself.</param>
/// <param name="Failure">The failure; null where the case passed.</param>
public sealed record CaseResult(string Worker, string? Stack, string Case, TimeSpan Took, CaseFailure? Failure = null)
{
    public bool Passed => Failure is null;
    public string Subject => Stack ?? Worker;

    public override string ToString() =>
        Passed
            ? $"pass  {Subject}  {Case}  {Took.TotalSeconds:0.0} s"
            : $"FAIL  {Subject}  {Case}  {Took.TotalSeconds:0.0} s\n"
                + $"        expected  {Failure!.Expected}\n        seen      {Failure.Seen}";

    public JsonObject ToJson() =>
        new()
        {
            ["worker"] = Worker,
            ["stack"] = Stack,
            ["case"] = Case,
            ["passed"] = Passed,
            ["took_ms"] = Math.Round(Took.TotalMilliseconds),
            ["expected"] = Failure?.Expected,
            ["seen"] = Failure?.Seen,
        };
}
