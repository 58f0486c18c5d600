using System.CommandLine;

namespace Pingmark.Cli;

/// <summary>All commands. Each is created when it is needed, because creating all takes longer than most of them
/// run.</summary>
internal static class Commands
{
    private static readonly IReadOnlyList<(string Name, Func<Command> Create)> All =
    [
        ("run", RunCommand.Create),
        ("capacity", CapacityCommand.Create),
        ("list", ListCommand.Create),
        ("explain", ExplainCommand.Create),
        ("report", ReportCommand.Create),
        ("open", OpenCommand.Create),
        ("compare", CompareCommand.Create),
        ("export", ExportCommand.Create),
        ("bundle", BundleCommand.Create),
        ("verify", VerifyCommand.Create),
        ("repeat", RepeatCommand.Create),
        ("site", SiteCommand.Create),
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
        ("help", HelpCommand.Create),
        ("version", VersionCommand.Create),
        ("man", ManCommand.Create),
    ];

    /// <summary>The program with the command that the words begin with; with all commands where they begin with
    /// none.</summary>
    public static RootCommand Root(params IReadOnlyList<string> words)
    {
        var root = new RootCommand(
            "Pingmark: which networking stack should I use, what does it cost, and can I trust the numbers?"
        );
        var named = All.Where(command => words.Count > 0 && command.Name == words[0]).ToList();
        foreach (var (_, create) in named.Count > 0 ? named : All)
            root.Subcommands.Add(RefusingMisspeltOptions(create()));
        Introduction.AddTo(root);
        VersionCommand.AddTo(root);
        Help.AddExamples(
            root,
            "pingmark run quick                      the first impression, in little more than a minute",
            "pingmark run epoll-vs-threads --budget 2m",
            "pingmark probe tcp://[::1]:7 --framing none --message-bytes 32"
        );
        return root;
    }

    /// <summary>Arguments would take a misspelt option for one of their words, and commands look for it among what
    /// they know.</summary>
    private static Command RefusingMisspeltOptions(Command command)
    {
        foreach (var argument in command.Arguments)
            argument.Validators.Add(result =>
            {
                foreach (var option in result.Tokens.Where(word => word.Value is ['-', _, ..]))
                    result.AddError($"Unrecognized command or argument '{option.Value}'");
            });
        foreach (var below in command.Subcommands)
            RefusingMisspeltOptions(below);
        return command;
    }
}
