using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Pingmark.Cli;

/// <summary>Help that ends with examples: the fastest way to learn a command.</summary>
internal static class Help
{
    /// <summary>Shown under the command's <c>--help</c>, one a line.</summary>
    public static void AddExamples(Command command, params string[] examples)
    {
        var help = command.Options.OfType<HelpOption>().FirstOrDefault();
        if (help is null)
            command.Options.Add(help = new HelpOption());
        help.Action = new WithExamples((SynchronousCommandLineAction)help.Action!, examples);
    }

    private sealed class WithExamples(SynchronousCommandLineAction standard, string[] examples)
        : SynchronousCommandLineAction
    {
        /// <summary>Whoever asks for help need not give the arguments it explains.</summary>
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
