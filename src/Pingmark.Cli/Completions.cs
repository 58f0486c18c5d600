using System.CommandLine;
using System.CommandLine.Completions;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Cli;

/// <summary>The names that a shell completes, besides those of commands and options.</summary>
internal static class Completions
{
    public static IEnumerable<CompletionItem> Suites(CompletionContext context) =>
        Complete(context, () => Installation.Find().Suites.Names);

    public static IEnumerable<CompletionItem> Stacks(CompletionContext context) =>
        Complete(context, () => Installation.Find().Workers.Stacks);

    public static IEnumerable<CompletionItem> Words(CompletionContext context) =>
        Stacks(context).Concat(Complete(context, () => Glossary.All.Select(entry => entry.Word)));

    public static IEnumerable<CompletionItem> Workers(CompletionContext context) =>
        Complete(context, () => Installation.Find().Workers.Manifests.Select(manifest => manifest.Name));

    /// <summary>The keys that <c>--set</c> takes.</summary>
    public static IEnumerable<CompletionItem> Keys(CompletionContext context) =>
        Complete(context, () => ScenarioKeys.All.Select(key => key.Name).Append($"{OptionKeys.Group}."));

    /// <summary>Completes an argument by these names; help still shows the argument's own name.</summary>
    public static void OffersNames(this Argument argument, Func<CompletionContext, IEnumerable<CompletionItem>> names)
    {
        argument.HelpName = argument.Name;
        argument.CompletionSources.Add(names);
    }

    /// <summary>Completes the last word of a list with commas; what comes before it stays.</summary>
    private static IEnumerable<CompletionItem> Complete(CompletionContext context, Func<IEnumerable<string>> names)
    {
        var word = context.WordToComplete;
        var before = word[..(word.LastIndexOf(',') + 1)];
        return Installed(names).Select(name => new CompletionItem(before + name));
    }

    /// <summary>The names; none where the installation is broken, which the command itself reports.</summary>
    private static IEnumerable<string> Installed(Func<IEnumerable<string>> names)
    {
        try
        {
            return names().ToList();
        }
        catch (Exception e) when (e is PingmarkException or OperationCanceledException)
        {
            return [];
        }
    }
}

/// <summary>Prints scripts for the completion of shells. Each script asks this program what may come next: it passes
/// the line so far, without the program's name, and the position of the cursor.</summary>
internal static class CompletionCommand
{
    private static readonly Dictionary<string, string> Scripts = new()
    {
        ["bash"] = """
            _pingmark() {
              local line=${COMP_LINE#"${COMP_WORDS[0]}"}
              local at=$((COMP_POINT - ${#COMP_LINE} + ${#line}))
              local words=$("${COMP_WORDS[0]}" "[suggest:$at]" "$line" 2>/dev/null)
              mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
            }
            complete -o default -F _pingmark pingmark ./pingmark
            """,
        ["zsh"] = """
            _pingmark() {
              local line=${BUFFER#*${words[1]}}
              local at=$((CURSOR - ${#BUFFER} + ${#line}))
              local -a found=("${(@f)$("${words[1]}" "[suggest:$at]" "$line" 2>/dev/null)}")
              (( ${#found} )) && compadd -a found || _files
            }
            compdef _pingmark pingmark ./pingmark
            """,
        ["fish"] = """
            function __pingmark_complete
              set -l program (commandline -opc)[1]
              set -l line (string replace -- $program '' (commandline -cp))
              $program "[suggest:"(string length -- $line)"]" "$line" 2>/dev/null
            end
            complete -c pingmark -a '(__pingmark_complete)'
            """,
    };

    public static Command Create()
    {
        var shell = new Argument<string>("SHELL") { Description = "bash, zsh or fish" };
        shell.AcceptOnlyFromAmong([.. Scripts.Keys]);
        var command = Help.Command(
            "completion",
            "Print what makes a shell complete commands, suites and stacks",
            [shell],
            "pingmark completion fish | source",
            "source <(pingmark completion bash)         (in ~/.bashrc it stays)",
            "source <(pingmark completion zsh)          (in ~/.zshrc, after compinit)"
        );
        command.SetAction(parsed => Console.Out.Write(Scripts[parsed.GetValue(shell)!] + "\n"));
        return command;
    }
}
