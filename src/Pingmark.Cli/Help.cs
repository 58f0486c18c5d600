using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Pingmark.Cli;

/// <summary>Makes commands whose help has examples, because they are the fastest way to learn one.</summary>
internal static class Help
{
    public static Command Command(string name, string about, IReadOnlyList<Symbol> symbols, params string[] examples)
    {
        var command = new Command(name, about);
        foreach (var symbol in symbols)
            if (symbol is Argument argument)
                command.Arguments.Add(argument);
            else if (symbol is Option option)
                command.Options.Add(option);
            else
                command.Subcommands.Add((Command)symbol);
        AddExamples(command, examples);
        return command;
    }

    public static void AddExamples(Command command, params string[] examples)
    {
        var help = command.Options.OfType<HelpOption>().FirstOrDefault();
        if (help is null)
            command.Options.Add(help = new HelpOption());
        help.Action = new WithExamples((SynchronousCommandLineAction)help.Action!, examples);
    }

    /// <summary>The examples of a command; none where it has none.</summary>
    public static IReadOnlyList<string> ExamplesOf(Command command) =>
        command.Options.OfType<HelpOption>().FirstOrDefault()?.Action is WithExamples help ? help.Examples : [];

    private sealed class WithExamples(SynchronousCommandLineAction standard, string[] examples)
        : SynchronousCommandLineAction
    {
        public IReadOnlyList<string> Examples => examples;

        /// <summary>Whether missing arguments are ignored: whoever asks for help need not give them.</summary>
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parsed)
        {
            var result = standard.Invoke(parsed);
            var output = parsed.InvocationConfiguration.Output;
            output.WriteLine("Examples:");
            foreach (var example in examples)
                output.WriteLine("  " + example);
            return result;
        }
    }
}
