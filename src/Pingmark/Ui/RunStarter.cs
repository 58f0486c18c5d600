using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Formatting;
using Pingmark.Host;

namespace Pingmark.Ui;

/// <summary>Starts suites, one at a time, since two at once would disturb each other.</summary>
/// <param name="program">The command that starts pingmark.</param>
/// <param name="suites">The suites that may be started.</param>
internal sealed partial class RunStarter(
    IReadOnlyList<string> program,
    IReadOnlyList<SuiteChoice> suites,
    RunsOfFolder runs
) : IAsyncDisposable
{
    private const int LongestText = 1000;

    private readonly SemaphoreSlim _turn = new(1);
    private StartedRun? _last;

    public IReadOnlyList<SuiteChoice> Suites => suites;

    /// <summary>The run that was started last; null if none was.</summary>
    public StartedRun? Last => _last;

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
        if (!Stacks().IsMatch(stacks) || stacks.Length > LongestText)
            throw new BadInputException("stacks are ids with commas between, such as cpp/tcp-epoll,java/tcp-nio");
        if (ProcessLauncher.Missing is { } missing)
            throw new BadInputException($"{missing} is missing; mend: apt-get install {ProcessLauncher.Package}");
        await _turn.WaitAsync(cancel);
        try
        {
            if (_last is { IsOver: false })
                throw new BadInputException($"{_last.Name} is being measured; two at once would disturb each other");
            if (runs.List().Runs.FirstOrDefault(run => run.State == RunState.Running) is { } running)
                throw new BadInputException($"{running.Name} is being measured; two at once would disturb each other");
            if (_last is not null)
                await _last.DisposeAsync();
            var name = FreeName(suite);
            List<string> command = [.. program, "run", suite, "--out", runs.PathOf(name)];
            if (budget.Length > 0)
                command.AddRange(["--budget", budget]);
            if (stacks.Length > 0)
                command.AddRange(["--stacks", stacks]);
            _last = await StartedRun.StartAsync(name, command);
            return name;
        }
        finally
        {
            _turn.Release();
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
        if (_last is not null)
            await _last.DisposeAsync();
        _turn.Dispose();
    }

    /// <summary>Matches a list of stacks; what begins like an option does not match.</summary>
    [GeneratedRegex(@"^([\w*][-\w./*=,@+ ]*)?\z")]
    private static partial Regex Stacks();
}
