using Pingmark.Conformance;
using Pingmark.Model;
using Pingmark.Workers;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Pingmark.ConformanceTests;

/// <summary>Reports what came of one worker's cases: a passed or failed test for each, whatever the stacks that it was
/// tried with, or one skipped test for a worker that can't run here, since what its cases would be is known only when
/// it runs.</summary>
[Serializable]
internal sealed class WorkerTestCase : XunitTestCase
{
    [Obsolete("For deserialization")]
    public WorkerTestCase() { }

    public WorkerTestCase(IMessageSink diagnostics, ITestMethod method, string worker, Part part)
        : base(diagnostics, TestMethodDisplay.Method, TestMethodDisplayOptions.None, method, [worker, part]) { }

    public string Worker => (string)TestMethodArguments[0];

    private Part Part => (Part)TestMethodArguments[1];

    public override async Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink,
        IMessageBus messageBus,
        object[] constructorArguments,
        ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource
    )
    {
        var report = new Report(this, messageBus);
        try
        {
            var run = await WorkerRuns.OfAsync(Worker, Part);
            if (run.WhyNot is { } reason)
                report.Skipped(Worker, $"{Worker} is unavailable: {reason}");
            foreach (var results in run.Results.GroupBy(result => result.Case))
                report.Ended(results.Key, results.ToList());
        }
        catch (Exception e)
        {
            report.Failed(Worker, e, took: 0);
        }
        return report.Summary;
    }

    /// <summary>Tests of xunit, made of results.</summary>
    private sealed class Report(WorkerTestCase testCase, IMessageBus messages)
    {
        public RunSummary Summary { get; } = new();

        public void Skipped(string name, string reason) =>
            Send(name, 0, test => new TestSkipped(test, reason), () => Summary.Skipped++);

        public void Failed(string name, Exception problem, decimal took) =>
            Send(name, took, test => new TestFailed(test, took, "", problem), () => Summary.Failed++);

        /// <param name="results">Of the case, with one stack each.</param>
        public void Ended(string name, IReadOnlyList<CaseResult> results)
        {
            var took = (decimal)results.Sum(result => result.Took.TotalSeconds);
            var failures = results.Where(result => !result.Passed).ToList();
            if (failures.Count > 0)
                Failed(name, new XunitException(string.Join('\n', failures)), took);
            else
                Send(name, took, test => new TestPassed(test, took, ""));
        }

        private void Send(string name, decimal took, Func<ITest, IMessageSinkMessage> result, Action? count = null)
        {
            var test = new XunitTest(testCase, $"{testCase.Worker}: {name}");
            Summary.Total++;
            Summary.Time += took;
            count?.Invoke();
            messages.QueueMessage(new TestStarting(test));
            messages.QueueMessage(result(test));
            messages.QueueMessage(new TestFinished(test, took, ""));
        }
    }
}
