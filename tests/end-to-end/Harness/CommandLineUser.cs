using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Base of the tests: someone who types commands in an empty folder.</summary>
public abstract class CommandLineUser : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>The current folder of every command.</summary>
    internal TemporaryFolder Folder => _folder;

    /// <summary>Another tree of workers and suites than the repository's.</summary>
    internal string? Root { get; set; }

    /// <summary>A folder of workers besides the tree's.</summary>
    internal string? MoreWorkers { get; set; }

    /// <summary>Where commands keep their temporary files; the system's place when null.</summary>
    internal string? TemporaryFiles { get; set; }

    /// <summary>More of the environment.</summary>
    internal Dictionary<string, string?> Variables { get; } = [];

    /// <summary>The workers that its commands start. What was not built before is built now, once, so that no command
    /// tells of a build. `./test everything` has built all before.</summary>
    internal virtual IReadOnlyList<string> Needs => ["cpp/sockets"];

    /// <summary>A command line as it is typed, where no word has a blank in it.</summary>
    internal static string[] Line(string words) => words.Split(' ');

    /// <summary>A process of the launcher, for what needs one: signals, and looking at it while it runs.</summary>
    internal Task<RunningCommand> StartAsync(params string[] arguments) => StartAsync(arguments, inTerminal: false);

    /// <summary>The same in a terminal of its own, which can be closed.</summary>
    internal Task<RunningCommand> StartInTerminalAsync(params string[] arguments) =>
        StartAsync(arguments, inTerminal: true);

    private async Task<RunningCommand> StartAsync(string[] arguments, bool inTerminal)
    {
        await BuiltAsync();
        var environment = Variables.ToDictionary(one => one.Key, one => one.Value ?? "");
        if (MoreWorkers is not null)
            environment["PINGMARK_WORKERS"] = MoreWorkers;
        return new(_folder.Path, Root, arguments, TemporaryFiles, environment, inTerminal);
    }

    /// <summary>Runs to the end, after which no process may be left.</summary>
    internal Task<CommandResult> RunAsync(params string[] arguments) => TypeAsync("", arguments);

    /// <summary>The same with something on its standard input.</summary>
    internal async Task<CommandResult> TypeAsync(string input, params string[] arguments)
    {
        await BuiltAsync();
        var command = new CommandInProcess(_folder.Path, Root, TemporaryFiles, MoreWorkers)
        {
            MoreVariables = Variables,
        };
        var result = await command.RunAsync(arguments, input, Patience.For(120));
        // Who was killed needs a core to end.
        await Eventually.TrueAsync(
            () => command.Processes.Count == 0,
            Patience.For(2),
            () => $"these processes are left:\n{string.Join('\n', command.Processes)}"
        );
        return result;
    }

    private async Task BuiltAsync()
    {
        foreach (var name in Needs)
            await WorkersHere.BuiltAsync(name);
    }

    internal JsonElement Summary(string run) =>
        JsonDocument.Parse(File.ReadAllText(_folder[Path.Combine(run, "summary.json")])).RootElement;

    /// <summary>Whole lines of a run's trials.jsonl; those of a killed run are as good.</summary>
    internal int FinishedTrials(string run)
    {
        var file = _folder[Path.Combine(run, "trials.jsonl")];
        return File.Exists(file) ? File.ReadAllText(file).Count(c => c == '\n') : 0;
    }

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }
}
