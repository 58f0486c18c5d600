using System.CommandLine;
using System.CommandLine.Parsing;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>What the command line asks of the run of one suite.</summary>
/// <param name="Suite">The name or file of the suite; null: the suite of the run that is resumed.</param>
/// <param name="ResumedFolder">The folder of the run that is resumed; null for a new run.</param>
/// <param name="Stacks">The stacks in place of the suite's; null: the suite's stacks.</param>
/// <param name="Folder">The folder of the results; null: one named by the suite and the time.</param>
/// <param name="Medium">What standard output shows its report as; null: as JSON.</param>
internal sealed record RunRequest(
    string? Suite,
    string? ResumedFolder,
    string? Stacks,
    IReadOnlyList<SuiteOverride> Overrides,
    string? Folder,
    bool IsKeptAwake,
    Media? Medium,
    IReadOnlyList<string> Command,
    RequestedSites Sites
)
{
    public bool IsPlanOnly { get; init; }

    /// <summary>Whether a warning of a check ends the command with 1.</summary>
    public bool IsStrict { get; init; }
    public bool IsOneOfSeveral { get; init; }
}

internal sealed class RunOptions
{
    private readonly Argument<string[]> _suites = new("SUITE")
    {
        Description = "A suite's name (`pingmark list suites`) or a YAML file; several are run one after the other",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<string?> _stacks = new("--stacks")
    {
        Description =
            "Stacks to compare in place of the suite's, the baseline first: a,b; globs (cpp/*) and "
            + "labels (x=cpp/tcp-spin) are understood",
        HelpName = "stacks",
    };

    private readonly Option<string[]> _set = new("--set")
    {
        Description = "Override a key of the suite (docs/suites.md lists them): connections=1,16, duration=5s",
        AllowMultipleArgumentsPerToken = true,
        // Otherwise help lists all that completes it.
        HelpName = "key=value",
    };

    /// <summary>Options for keys of the suite; the suite's reader checks their values, too.</summary>
    private readonly IReadOnlyList<Option<string?>> _keys =
    [
        new("--budget") { Description = "Wall time for all measuring, e.g. 30s or 5m; the plan is shortened to fit" },
        new("--precision")
        {
            Description = "Stop a comparison when its interval is narrower than ± this, e.g. 2%; never before 2 rounds",
        },
        new("--rounds") { Description = "Rounds, each with fresh processes [default: the suite's]" },
        new("--seed")
        {
            Description = "Seed of the random order; the same seed gives the same order [default: random]",
        },
    ];

    private readonly Option<string?> _folder = new("--out")
    {
        Description =
            "Folder for the results [default: runs/SUITE-TIME]; each of several suites gets a folder of its name in it",
    };

    private readonly Option<string?> _resume = new("--resume")
    {
        Description =
            "Continue the run in this folder, which ended early, with its plan and seed; a SUITE and options, if "
            + "given, must lead to the same plan",
        HelpName = "folder",
    };

    private readonly Option<bool> _plan = new("--plan")
    {
        Description = "Print the plan and where its time goes; measure nothing",
    };

    private readonly Option<bool> _awake = NoSleepStates.Option();

    private readonly Option<bool> _strict = new("--strict")
    {
        Description = "Exit with 1 for warnings too, such as a noisy machine or a cell whose rate drifts (for CI)",
    };

    private readonly Option<bool> _verbose = ReportCommand.VerboseOption();

    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print summary.json instead of tables; progress goes to stderr",
    };

    private readonly PlacementOptions _placement = new();

    public RunOptions()
    {
        _suites.OffersNames(Completions.Suites);
        _stacks.CompletionSources.Add(Completions.Stacks);
        _set.CompletionSources.Add(Completions.Keys);
    }

    public IReadOnlyList<Symbol> All =>
        [
            _suites,
            _stacks,
            _set,
            .. _keys,
            .. (Option[])[_folder, _resume, _plan, _awake, _strict, _verbose, _json],
            .. _placement.All,
        ];

    public void Validate(CommandResult result)
    {
        if (result.GetResult(_suites)?.Tokens.Count is null or 0 && result.GetResult(_resume) is null)
            result.AddError($"Required argument '{_suites.Name}' missing for command: 'run'");
        // What takes any number of words takes a misspelt option for one.
        foreach (var option in result.GetResult(_suites)?.Tokens.Where(word => word.Value.StartsWith('-')) ?? [])
            result.AddError($"Unrecognized command or argument '{option.Value}'");
    }

    /// <returns>A request for each suite; one for a run that is resumed.</returns>
    /// <exception cref="BadInputException">Options exclude each other, or a value is wrong.</exception>
    public IReadOnlyList<RunRequest> Read(ParseResult parsed)
    {
        var suites = parsed.GetValue(_suites) ?? [];
        var request = new RunRequest(
            suites.FirstOrDefault(),
            parsed.GetValue(_resume),
            parsed.GetValue(_stacks),
            [.. Overrides(parsed)],
            parsed.GetValue(_folder),
            parsed.GetValue(_awake),
            ReportCommand.Medium(parsed, _verbose, _json),
            [
                .. CommandLine
                    .Words(parsed, _json.Name, _folder.Name)
                    .Where(word => word != _verbose.Name && !_verbose.Aliases.Contains(word)),
            ],
            _placement.Read(parsed)
        )
        {
            IsPlanOnly = parsed.GetValue(_plan),
            IsStrict = parsed.GetValue(_strict),
        };
        if (request is { ResumedFolder: not null, Folder: not null })
            throw new BadInputException("--resume goes on in the folder that it names: leave --out away");
        if (request.Suite is null && (request.Overrides.Count > 0 || request.Stacks is not null))
            throw new BadInputException(
                "--resume without SUITE goes on as the folder's run.json says: leave the other options away"
            );
        return suites.Length > 1 ? Each(request, suites) : [request];
    }

    private static List<RunRequest> Each(RunRequest request, string[] suites)
    {
        if (request.ResumedFolder is not null)
            throw new BadInputException("--resume goes on with one run: name one suite at most");
        var names = suites.Select(suite => Path.GetFileNameWithoutExtension(suite)!).ToList();
        if (names.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new BadInputException($"two suites are called {twice.Key}: run them by two commands");
        return suites
            .Zip(
                names,
                (suite, name) =>
                    request with
                    {
                        Suite = suite,
                        Folder = request.Folder is { } folder ? Path.Combine(folder, name) : null,
                        Command = [.. request.Command.Where(word => word == suite || !suites.Contains(word))],
                        IsOneOfSeveral = true,
                    }
            )
            .ToList();
    }

    private IEnumerable<SuiteOverride> Overrides(ParseResult parsed)
    {
        foreach (var text in parsed.GetValue(_set) ?? [])
            yield return SuiteOverride.FromSet(text);
        foreach (var option in _keys)
            if (parsed.GetValue(option) is { } value)
                yield return SuiteOverride.FromOption(option.Name, option.Name.TrimStart('-'), value);
    }
}

internal static class NoSleepStates
{
    public static Option<bool> Option() =>
        new("--no-sleep-states")
        {
            Description =
                $"Keep the cores awake meanwhile ({SleepStates.Device}, which needs root or a permission): no blocking "
                + "stack then waits for a core to wake up",
        };

    public static IReadOnlyList<Note> Notes(SleepStates? held) => held is null ? [] : [SleepStates.Note];
}
