using System.Diagnostics;
using System.Threading.Channels;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker with its stacks that are tested, and the choice of cases for it. What workers of a language have
/// in common is tested with the one of them that has most stacks, if all of its stacks are tested.</summary>
/// <param name="Took">How long it took to start the worker and to describe its stacks.</param>
internal sealed record TestedWorker(ConformanceTarget Target, IReadOnlyList<StackFacts> Stacks, TimeSpan Took)
{
    /// <summary>The id of the failure of a worker that can't describe itself; it is not a case that can be chosen,
    /// because without it no others can run.</summary>
    private const string Discovery = "handshake.discovery";

    /// <summary>Asks a worker for its stacks. One that can't answer fails here; the cases of the worker itself run all
    /// the same.</summary>
    /// <param name="folder">The folder for servers whose transport is within this machine.</param>
    public static async Task<TestedWorker> DescribeAsync(
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
        var hello = await worker.HelloAsync();
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

    /// <summary>The stack for a case of the worker itself that needs one: one with an IP address, if there is
    /// one.</summary>
    public StackFacts? ForWorker => Stacks.FirstOrDefault(stack => !stack.IsLocal) ?? Stacks.FirstOrDefault();

    public IReadOnlyList<ConformanceCase> CasesOfWorker(
        IEnumerable<ConformanceCase> cases,
        IEnumerable<TestedWorker> all
    ) =>
        Target.Whole && !(Stacks.Count > 0 && all.Any(other => other.StandsFor(this)))
            ? [.. cases.Where(one => one.AppliesToWorker(ForWorker))]
            : [];

    public IReadOnlyList<ConformanceCase> CasesOf(
        StackFacts stack,
        IEnumerable<ConformanceCase> cases,
        IEnumerable<TestedWorker> all
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

    private bool StandsFor(TestedWorker other) =>
        Target.Whole
        && Target.Kit == other.Target.Kit
        && (Stacks.Count, other.Target.Name).CompareTo((other.Stacks.Count, Target.Name)) > 0;
}
