using System.Diagnostics;
using System.IO.Enumeration;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Pingmark.Host;

namespace Pingmark.Conformance;

/// <summary>Runs the cases against workers: those of one stack one after the other, several stacks at the same time,
/// and at last those that measure time, each alone. Results are given as soon as they are known.</summary>
/// <param name="root">The source tree with transcripts and vectors.</param>
/// <param name="patience">How many times as long as usual the kit waits: more on a busy machine.</param>
public sealed class ConformanceRunner(string root, double patience = 1)
{
    /// <summary>How many stacks are tested at the same time: more than there are cores, because most of a case is
    /// waiting.</summary>
    private static readonly int SideBySide = Environment.ProcessorCount + 1;

    private readonly IReadOnlyList<ConformanceCase> _cases = ConformanceCases.Load(root);

    /// <param name="caseGlobs">Patterns of the cases to run, such as <c>fault.*</c>; null: all.</param>
    /// <param name="includes">Whether a case is run; null: all are.</param>
    public async IAsyncEnumerable<CaseResult> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        IReadOnlyCollection<string>? caseGlobs = null,
        Func<ConformanceTarget, ConformanceCase, bool>? includes = null,
        [EnumeratorCancellation] CancellationToken cancel = default
    )
    {
        var cases = _cases
            .Where(one => caseGlobs?.Any(glob => FileSystemName.MatchesSimpleExpression(glob, one.Id)) ?? true)
            .ToList();
        var results = Channel.CreateUnbounded<CaseResult>();
        var running = RunAllAsync(targets, cases, includes ?? ((_, _) => true), results.Writer, cancel);
        await foreach (var result in results.Reader.ReadAllAsync(cancel))
            yield return result;
        await running;
    }

    private async Task RunAllAsync(
        IEnumerable<ConformanceTarget> targets,
        List<ConformanceCase> cases,
        Func<ConformanceTarget, ConformanceCase, bool> includes,
        ChannelWriter<CaseResult> results,
        CancellationToken cancel
    )
    {
        Deadlines.Patience = patience;
        try
        {
            // Workers are killed in the middle of things, and what their runtimes keep among the temporary files (.NET
            // its sockets for profilers) would stay. Servers whose transport is within this machine listen there, too.
            using var scratch = LocalFolder.OnDisk();
            var all = await Task.WhenAll(
                targets
                    .Select(target => target.WithTemporaryFilesIn(scratch.Path))
                    .Select(target => TestedWorker.DescribeAsync(target, scratch.Path, results))
            );
            // Those of workers that start slowly come first, because they take longest.
            var groups = all.OrderByDescending(one => one.Took)
                .SelectMany(one =>
                    one.Stacks.Select(stack => new Group(one.Target, stack, true, one.CasesOf(stack, cases, all)))
                        .Prepend(new(one.Target, one.ForWorker, false, one.CasesOfWorker(cases, all)))
                )
                .Select(group => group with { Cases = [.. group.Cases.Where(one => includes(group.Target, one))] })
                .SelectMany(group => group.Split())
                .ToList();
            // Two that spin at the same time would take the cores from all others, and take longer for it.
            await Task.WhenAll(
                RunGroupsAsync(groups.Where(group => !group.IsAlone && group.Spins), 1, results, cancel),
                RunGroupsAsync(groups.Where(group => !group.IsAlone && !group.Spins), SideBySide - 1, results, cancel)
            );
            await RunGroupsAsync(groups.Where(group => group.IsAlone), 1, results, cancel);
            results.Complete();
        }
        catch (Exception e)
        {
            results.Complete(e);
        }
    }

    private Task RunGroupsAsync(
        IEnumerable<Group> groups,
        int atOnce,
        ChannelWriter<CaseResult> results,
        CancellationToken cancel
    ) =>
        Parallel.ForEachAsync(
            groups,
            new ParallelOptions { MaxDegreeOfParallelism = atOnce, CancellationToken = cancel },
            async (group, stop) => await RunGroupAsync(group, results, stop)
        );

    /// <summary>Cases that run one after the other.</summary>
    /// <param name="Stack">The stack that is tested; for cases of the worker itself, one that they may use where they
    /// need any.</param>
    private sealed record Group(
        ConformanceTarget Target,
        StackFacts? Stack,
        bool IsOfStack,
        IReadOnlyList<ConformanceCase> Cases
    )
    {
        public bool IsAlone => Cases[0].Alone;

        /// <summary>Whether a process of the group spins all the time, which takes a core from the others. A server
        /// that spins does so from its first case to its last; a client only while it measures, which its cases hardly
        /// do.</summary>
        public bool Spins => HasSpinningServer(Cases[0]);

        public IEnumerable<Group> Split() =>
            Cases.GroupBy(one => (one.Alone, HasSpinningServer(one))).Select(part => this with { Cases = [.. part] });

        private bool HasSpinningServer(ConformanceCase one) =>
            Stack is { Spins: true } && one.Subject is Subject.Server or Subject.Pair;
    }

    private async Task RunGroupAsync(Group group, ChannelWriter<CaseResult> results, CancellationToken cancel)
    {
        await using var bench = new Bench(group.Target, group.Stack, root);
        foreach (var one in group.Cases.OrderBy(one => one.Subject))
        {
            cancel.ThrowIfCancellationRequested();
            if (one.Subject is not (Subject.Server or Subject.Pair))
                await bench.EndServerAsync();
            var clock = Stopwatch.StartNew();
            var failure = await FindFailureAsync(bench, one);
            // What failed once has failed, so that its other cases need not wait for a busy machine.
            if (failure is not null)
                Deadlines.Patience = 1;
            var stack = group.IsOfStack ? group.Stack!.Id : null;
            await results.WriteAsync(new(group.Target.Name, stack, one.Id, clock.Elapsed, failure), cancel);
        }
    }

    /// <returns>The failure; null when the case passed.</returns>
    private static async Task<CaseFailure?> FindFailureAsync(Bench bench, ConformanceCase one)
    {
        CaseFailure? failure = null;
        try
        {
            await ConformanceCases.RunAsync(one, bench).WaitAsync(Deadlines.Case);
        }
        catch (CaseFailure e)
        {
            failure = e;
        }
        catch (TimeoutException)
        {
            failure = new($"the case's end within {Deadlines.Case.TotalSeconds} s", "it hangs");
        }
        // A peer's socket or a malformed histogram: what it says is what was seen.
        catch (Exception e) when (e is IOException or System.Net.Sockets.SocketException or PingmarkException)
        {
            failure = new("an exchange without failures", e.Message);
        }
        var lastWords = (await bench.EndCaseAsync(failure is not null)).Where(line => line.Length > 0).ToList();
        return failure is null || lastWords.Count == 0
            ? failure
            : new(failure.Expected, $"{failure.Seen} (on stderr: {string.Join(" | ", lastWords)})");
    }
}
