using System.Diagnostics;
using System.IO.Enumeration;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Pingmark.Host;

namespace Pingmark.Conformance;

/// <summary>Runs the cases against workers: those of one stack one after the other, several stacks at the same time,
/// and at last those that measure time, each alone. Results are given as soon as they are known.</summary>
/// <param name="root">The source tree with transcripts and vectors.</param>
/// <param name="sideBySide">How many stacks are tested at the same time, more than there are cores by default, because
/// most of a case is waiting.</param>
/// <param name="patience">How many times as long as usual the kit waits: more on a busy machine.</param>
public sealed class ConformanceRunner(string root, int? sideBySide = null, double patience = 1)
{
    private readonly IReadOnlyList<ConformanceCase> _cases = ConformanceCases.Load(root);
    private readonly VectorFiles _vectors = new(root);
    private readonly int _sideBySide = sideBySide ?? Environment.ProcessorCount + 1;

    /// <param name="caseGlobs">Patterns of the cases to run, such as <c>fault.*</c>; null: all.</param>
    /// <param name="includes">Whether a case of a stack is run, or of the worker itself, where the stack is null; null:
    /// all are.</param>
    public async IAsyncEnumerable<CaseResult> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        IReadOnlyCollection<string>? caseGlobs = null,
        Func<ConformanceTarget, string?, ConformanceCase, bool>? includes = null,
        [EnumeratorCancellation] CancellationToken cancel = default
    )
    {
        var cases = _cases
            .Where(one => caseGlobs?.Any(glob => FileSystemName.MatchesSimpleExpression(glob, one.Id)) ?? true)
            .ToList();
        var results = Channel.CreateUnbounded<CaseResult>();
        var running = RunAllAsync(targets, cases, includes, results.Writer, cancel);
        await foreach (var result in results.Reader.ReadAllAsync(cancel))
            yield return result;
        await running;
    }

    private async Task RunAllAsync(
        IEnumerable<ConformanceTarget> targets,
        List<ConformanceCase> cases,
        Func<ConformanceTarget, string?, ConformanceCase, bool>? includes,
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
            var groups = Groups(all, cases).Select(group => group.Where(includes)).ToList();
            foreach (var alone in new[] { false, true })
                await Turns.RunAsync(
                    groups.SelectMany(group => group.Parts(alone)),
                    group => group.Spins,
                    alone ? 1 : _sideBySide,
                    group => RunGroupAsync(group, results, cancel)
                );
            results.Complete();
        }
        catch (Exception e)
        {
            results.Complete(e);
        }
    }

    /// <param name="Stack">The stack that is tested; for cases of the worker itself, one that they may use where they
    /// need any.</param>
    private sealed record Group(
        ConformanceTarget Target,
        StackFacts? Stack,
        bool OfStack,
        IReadOnlyList<ConformanceCase> Cases
    )
    {
        /// <summary>Whether a process of the group spins all the time, which takes a core from the others.</summary>
        public bool Spins { get; private init; }

        public Group Where(Func<ConformanceTarget, string?, ConformanceCase, bool>? includes) =>
            includes is null
                ? this
                : this with
                {
                    Cases = [.. Cases.Where(one => includes(Target, OfStack ? Stack?.Id : null, one))],
                };

        /// <summary>The parts of the group. A server that spins does so from its first case to its last; a client only
        /// while it measures, which its cases hardly do, so these need not take turns.</summary>
        public IEnumerable<Group> Parts(bool alone) =>
            Cases
                .Where(one => one.Alone == alone)
                .GroupBy(one => Stack is { Spins: true } && one.Subject is Subject.Server or Subject.Pair)
                .Select(part => this with { Cases = [.. part], Spins = part.Key });
    }

    /// <summary>The groups of cases; those of workers that start slowly come first, because they take
    /// longest.</summary>
    private static IEnumerable<Group> Groups(TestedWorker[] all, List<ConformanceCase> cases) =>
        all.OrderByDescending(one => one.Took)
            .SelectMany(one =>
                one.Stacks.Select(stack => new Group(one.Target, stack, true, one.CasesOf(stack, cases, all)))
                    .Prepend(new(one.Target, one.ForWorker, false, one.CasesOfWorker(cases, all)))
            );

    private async Task RunGroupAsync(Group group, ChannelWriter<CaseResult> results, CancellationToken cancel)
    {
        await using var bench = new Bench(group.Target, group.Stack, _vectors);
        foreach (
            var one in group
                .Cases.OrderBy(one => one.Subject)
                .ThenByDescending(one => one.Server == ServerUse.Own)
                .ThenBy(one => one.Server == ServerUse.Ended)
        )
        {
            cancel.ThrowIfCancellationRequested();
            if (one.Subject is not (Subject.Server or Subject.Pair))
                await bench.EndServerAsync();
            var clock = Stopwatch.StartNew();
            var failure = await FailureAsync(bench, one);
            // What failed once has failed, so that its other cases need not wait for a busy machine.
            if (failure is not null)
                Deadlines.Patience = 1;
            var stack = group.OfStack ? group.Stack!.Id : null;
            await results.WriteAsync(new(group.Target.Name, stack, one.Id, clock.Elapsed, failure), cancel);
        }
    }

    /// <returns>The failure; null when the case passed.</returns>
    private static async Task<CaseFailure?> FailureAsync(Bench bench, ConformanceCase one)
    {
        CaseFailure? failure = null;
        try
        {
            await CaseCode.RunAsync(one, bench).WaitAsync(Deadlines.Case);
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
        var lastWords = await bench.EndCaseAsync(failure is not null);
        return failure is null || lastWords.Count == 0
            ? failure
            : new(failure.Expected, $"{failure.Seen} (on stderr: {string.Join(" | ", lastWords)})");
    }
}
