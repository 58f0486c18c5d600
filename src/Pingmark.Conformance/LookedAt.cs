using System.Diagnostics;
using System.Threading.Channels;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker with the stacks that are looked at, and which cases are tried with whom: what workers of a
/// language have in common is tried with the one of them that has most stacks, where all of its stacks are looked
/// at.</summary>
/// <param name="Took">To start it and to be told.</param>
internal sealed record LookedAt(ConformanceTarget Target, IReadOnlyList<StackFacts> Stacks, TimeSpan Took)
{
    /// <summary>Not a case that can be chosen: without it there is nothing to run the others on.</summary>
    private const string Discovery = "handshake.discovery";

    /// <summary>By its own words. One that can't tell fails here; the cases of the worker as such are run all the
    /// same.</summary>
    /// <param name="folder">Where servers listen whose transport is within this machine.</param>
    public static async Task<LookedAt> AtAsync(
        ConformanceTarget target,
        string folder,
        ChannelWriter<CaseResult> results
    )
    {
        var clock = Stopwatch.StartNew();
        try
        {
            return new(target, await StacksAsync(target, folder), clock.Elapsed);
        }
        catch (CaseFailure e)
        {
            await results.WriteAsync(new(target.Name, null, Discovery, clock.Elapsed, e));
            return new(target, [], clock.Elapsed);
        }
    }

    private static async Task<IReadOnlyList<StackFacts>> StacksAsync(ConformanceTarget target, string folder)
    {
        await using var worker = await WorkerUnderTest.StartAsync(target);
        var hello = await worker.OkAsync("hello", new() { ["protocol"] = Worker.ProtocolVersion });
        var (named, all) = (target.Stacks, hello.Texts("stacks"));
        foreach (var missing in named.Except(all))
            throw new CaseFailure(
                $"stack {missing}, which its manifest or the command line names",
                string.Join(", ", all)
            );
        var facts = new List<StackFacts>();
        foreach (var stack in named.Count > 0 ? named : all)
        {
            var one = StackFacts.Read(await worker.AskAsync("describe", new() { ["stack"] = stack }));
            facts.Add(one.IsLocal ? one with { Address = folder } : one);
        }
        return facts;
    }

    /// <summary>Where a case of the worker as such needs a stack: one of an IP address, if there is one.</summary>
    public StackFacts? ForWorker => Stacks.FirstOrDefault(stack => !stack.IsLocal) ?? Stacks.FirstOrDefault();

    public IReadOnlyList<ConformanceCase> CasesOfWorker(
        IEnumerable<ConformanceCase> cases,
        IEnumerable<LookedAt> all
    ) =>
        Target.Whole && !(Stacks.Count > 0 && all.Any(other => other.StandsFor(this)))
            ? [.. cases.Where(one => one.Subject == Subject.Worker)]
            : [];

    public IReadOnlyList<ConformanceCase> CasesOf(
        StackFacts stack,
        IEnumerable<ConformanceCase> cases,
        IEnumerable<LookedAt> all
    )
    {
        var before = Target.Whole
            ? all.Where(other => other.StandsFor(this))
                .SelectMany(other => other.Stacks)
                .Concat(Stacks.TakeWhile(other => other != stack))
                .ToList()
            : [];
        return [.. cases.Where(one => one.AppliesTo(stack) && !one.IsShownBy(before, stack))];
    }

    private bool StandsFor(LookedAt other) =>
        Target.Whole
        && Target.Kit == other.Target.Kit
        && (Stacks.Count, other.Target.Name).CompareTo((other.Stacks.Count, Target.Name)) > 0;
}
