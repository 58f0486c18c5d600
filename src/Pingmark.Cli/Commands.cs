using System.CommandLine;

namespace Pingmark.Cli;

/// <summary>All commands; each is created when it is needed, which starts faster.</summary>
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

    /// <summary>The program with the named command, or with all commands.</summary>
    public static RootCommand Root(params IReadOnlyList<string> words)
    {
        var root = new RootCommand(
            "Pingmark: which networking stack should I use, what does it cost, and can I trust the numbers?"
        );
        var named = All.Where(command => words.Count > 0 && command.Name == words[0]).ToList();
        foreach (var (_, create) in named.Count > 0 ? named : All)
            root.Subcommands.Add(create());
        root.SetAction(parsed =>
            parsed.InvocationConfiguration.Output.Write(
                $"""
                {root.Description}

                  pingmark run quick      eight stacks of C++, Java and .NET, in about a minute
                  pingmark doctor         how small a difference this machine can measure
                  pingmark list suites    what else can be run
                  pingmark --help         all commands

                """
            )
        );
        VersionCommand.AddTo(root);
        Help.AddExamples(
            root,
            "pingmark run quick                      the first impression, in about a minute",
            "pingmark run epoll-vs-threads --budget 2m",
            "pingmark probe tcp://[::1]:7 --framing none --message-bytes 32"
        );
        return root;
    }
}
