using System.CommandLine;

namespace Pingmark.Cli;

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
        var command = new Command("completion", "Print what makes a shell complete commands, suites and stacks")
        {
            shell,
        };
        Help.AddExamples(
            command,
            "pingmark completion fish | source",
            "source <(pingmark completion bash)         (in ~/.bashrc it stays)",
            "source <(pingmark completion zsh)          (in ~/.zshrc, after compinit)"
        );
        command.SetAction(parsed => Console.Out.Write(Scripts[parsed.GetValue(shell)!] + "\n"));
        return command;
    }
}
