using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Pingmark.Workers;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Pingmark.ConformanceTests;

/// <summary>A fact that is one test case a worker of the tree, whose results are those of its conformance cases: each
/// with its own name and duration.</summary>
[AttributeUsage(AttributeTargets.Method)]
[XunitTestCaseDiscoverer("Pingmark.ConformanceTests.EveryWorkerDiscoverer", "Pingmark.ConformanceTests")]
public sealed class EveryWorkerAttribute(Part part) : FactAttribute
{
    public Part Part { get; } = part;
}

/// <summary>Which cases are run.</summary>
public enum Part
{
    /// <summary>With each stack those of smoke, and with one stack of each language's worker of sockets each other but
    /// those of the clock.</summary>
    Gate,

    /// <summary>All cases, with all stacks.</summary>
    All,
}

/// <summary>Knows the workers by their manifests alone, so that one that can't be built is there too.</summary>
[SuppressMessage("Performance", "CA1812", Justification = "xunit makes it")]
internal sealed class EveryWorkerDiscoverer(IMessageSink diagnostics) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(
        ITestFrameworkDiscoveryOptions options,
        ITestMethod method,
        IAttributeInfo attribute
    )
    {
        var part = attribute.GetNamedArgument<Part>(nameof(EveryWorkerAttribute.Part));
        return WorkerCatalog
            .Load(Tree.OfWorkers)
            .Manifests.Select(one => new WorkerTestCase(diagnostics, method, one.Name, part));
    }
}

/// <summary>Tells the test cases which of them were chosen, by a filter or in an editor: all chosen workers are run
/// side by side, and no other.</summary>
[SuppressMessage("Performance", "CA1812", Justification = "xunit makes it")]
internal sealed class ChosenWorkersFramework(IMessageSink messages) : XunitTestFramework(messages)
{
    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assembly) =>
        new Executor(assembly, SourceInformationProvider, DiagnosticMessageSink);

    private sealed class Executor(AssemblyName assembly, ISourceInformationProvider source, IMessageSink diagnostics)
        : XunitTestFrameworkExecutor(assembly, source, diagnostics)
    {
        protected override void RunTestCases(
            IEnumerable<IXunitTestCase> testCases,
            IMessageSink executionMessageSink,
            ITestFrameworkExecutionOptions executionOptions
        )
        {
            var chosen = testCases.ToList();
            WorkerRuns.Choose(chosen.OfType<WorkerTestCase>().Select(one => one.Worker));
            base.RunTestCases(chosen, executionMessageSink, executionOptions);
        }
    }
}
