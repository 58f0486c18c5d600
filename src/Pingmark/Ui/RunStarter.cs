using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.Host;

namespace Pingmark.Ui;

/// <param name="About">What it shows; empty where that is not known.</param>
public sealed record SuiteChoice(string Name, string About = "")
{
    public static implicit operator SuiteChoice(string name) => new(name);
}

/// <param name="Budget">The budget as <c>--budget</c> takes it; empty for the suite's.</param>
/// <param name="Stacks">The stacks as <c>--stacks</c> takes them; empty for the suite's.</param>
internal sealed record StartForm(string Suite, string Budget, string Stacks)
{
    /// <summary>Why it was refused; empty where it was not.</summary>
    public string Problem { get; init; } = "";
}

/// <summary>Starts suites, one at a time, since two at once would disturb each other.</summary>
internal sealed partial class RunStarter(
    IReadOnlyList<string> program,
    IReadOnlyList<SuiteChoice> suites,
    RunsOfFolder runs
) : IAsyncDisposable
{
    private const int MaxStacksLength = 1000;

    private readonly SemaphoreSlim _startLock = new(1);

    public IReadOnlyList<SuiteChoice> Suites => suites;

    /// <summary>The run that was started last; null if none was.</summary>
    public StartedRun? Last { get; private set; }

    /// <returns>The name of the run's folder.</returns>
    /// <exception cref="BadInputException">The run can't be started as it is asked for, or something else is being
    /// measured.</exception>
    public async Task<string> StartAsync(StartForm form, CancellationToken cancel)
    {
        var (suite, budget, stacks) = form;
        if (suites.All(one => one.Name != suite))
            throw new BadInputException($"there is no suite {suite}");
        if (budget.Length > 0)
            Units.Duration(budget, "the budget");
        if (!Stacks().IsMatch(stacks) || stacks.Length > MaxStacksLength)
            throw new BadInputException("stacks are ids with commas between, such as cpp/tcp-epoll,java/tcp-nio");
        if (ProcessLauncher.Missing is { } missing)
            throw new BadInputException($"{missing} is missing; mend: apt-get install {ProcessLauncher.Package}");
        await _startLock.WaitAsync(cancel);
        try
        {
            var running = Last is { IsOver: false }
                ? Last.Name
                : runs.List().Runs.FirstOrDefault(run => run.State == RunState.Running)?.Name;
            if (running is not null)
                throw new BadInputException($"{running} is being measured; two at once would disturb each other");
            if (Last is not null)
                await Last.DisposeAsync();
            var name = FreeName(suite);
            List<string> command = [.. program, "run", suite, "--out", runs.PathOf(name)];
            if (budget.Length > 0)
                command.AddRange(["--budget", budget]);
            if (stacks.Length > 0)
                command.AddRange(["--stacks", stacks]);
            Last = await StartedRun.StartAsync(name, command);
            return name;
        }
        finally
        {
            _startLock.Release();
        }
    }

    private string FreeName(string suite)
    {
        var first = string.Create(CultureInfo.InvariantCulture, $"{suite}-{DateTime.Now:yyyyMMdd-HHmmss}");
        var (name, number) = (first, 1);
        while (PlainFile.Exists(runs.PathOf(name)))
            name = $"{first}-{++number}";
        return name;
    }

    public async ValueTask DisposeAsync()
    {
        if (Last is not null)
            await Last.DisposeAsync();
        _startLock.Dispose();
    }

    /// <summary>Matches a list of stacks; what begins like an option does not match.</summary>
    [GeneratedRegex(@"^([\w*][-\w./*=,@+ ]*)?\z")]
    private static partial Regex Stacks();
}
