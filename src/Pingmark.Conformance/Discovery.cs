using System.Text.Json.Nodes;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>What stacks a worker has, by its own words.</summary>
internal static class Discovery
{
    /// <summary>Not a case that can be chosen: without it there is nothing to run the others on.</summary>
    public const string Id = "handshake.discovery";

    public static async Task<IReadOnlyList<StackFacts>> StacksAsync(ConformanceTarget target)
    {
        await using var worker = await WorkerUnderTest.StartAsync(target).ConfigureAwait(false);
        var hello = await worker
            .OkAsync("hello", new() { ["protocol"] = Worker.ProtocolVersion })
            .ConfigureAwait(false);
        var stacks = hello.Texts("stacks");
        foreach (var missing in target.Stacks.Except(stacks))
            throw new CaseFailure(
                $"stack {missing}, which its manifest or the command line names",
                string.Join(", ", stacks)
            );
        var facts = new List<StackFacts>();
        foreach (var stack in target.Stacks.Count > 0 ? target.Stacks : stacks)
            facts.Add(
                StackFacts.Read(
                    await worker.OkAsync("describe", new JsonObject { ["stack"] = stack }).ConfigureAwait(false)
                )
            );
        return facts;
    }
}
