using System.CommandLine;

namespace Pingmark.Cli;

/// <summary>All commands. Each is created when it is needed, because creating all takes longer than most of them
/// run.</summary>
internal static class Commands
{
    private static readonly IReadOnlyList<(string Name, Func<Command> Create)> All =
    [
        ("run", RunCommand.Create),
        ("list", ListCommand.Create),
        ("explain", ExplainCommand.Create),
        ("report", ReportCommand.Create),
        ("open", OpenCommand.Create),
        ("compare", CompareCommand.Create),
        ("export", ExportCommand.Create),
        ("history", HistoryCommand.Create),
        ("ui", UiCommand.Create),
        ("probe", ProbeCommand.Create),
        ("serve", ServeCommand.Create),
        ("conform", ConformCommand.Create),
        ("doctor", DoctorCommand.Create),
        ("timers", TimersCommand.Create),
        ("network", NetworkCommand.Create),
        ("build", BuildCommand.Create),
        ("nbn", NbnCommand.Create),
        ("completion", CompletionCommand.Create),
    ];

    /// <summary>The command that the words begin with; all commands where they begin with none.</summary>
    public static IEnumerable<Command> For(IReadOnlyList<string> words)
    {
        var named = All.Where(command => words.Count > 0 && command.Name == words[0]).ToList();
        return (named.Count > 0 ? named : All).Select(command => command.Create());
    }
}
