using System.CommandLine;
using System.CommandLine.Invocation;
using System.Reflection;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>Says which version of the program this is: as a word, and as the option <c>--version</c>.</summary>
internal static class VersionCommand
{
    private const int CommitLetters = 12;

    public static Command Create()
    {
        var command = new Command("version", "Say which version this is") { Hidden = true };
        Help.AddExamples(command, "pingmark version");
        command.SetAction(parsed => Say(parsed.InvocationConfiguration.Output));
        return command;
    }

    public static void AddTo(RootCommand root) => root.Options.OfType<VersionOption>().Single().Action = new Line();

    private static void Say(TextWriter output) => output.WriteLine(Text(Informational()));

    /// <summary>Such as <c>pingmark 0.1.0, commit 0123456789ab, protocol 1</c>.</summary>
    /// <param name="informational">The version, and after a plus the commit that it was built from.</param>
    internal static string Text(string informational) =>
        informational.Split('+') is [var version, { Length: >= CommitLetters } commit]
            ? $"pingmark {version}, commit {commit[..CommitLetters]}, {Protocol}"
            : $"pingmark {informational}, {Protocol}";

    private static string Protocol => $"protocol {Worker.ProtocolVersion}";

    /// <summary>The version, and after a plus the commit that it was built from.</summary>
    internal static string Informational() =>
        typeof(VersionCommand)
            .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion;

    private sealed class Line : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parsed)
        {
            Say(parsed.InvocationConfiguration.Output);
            return ExitCode.Ok;
        }
    }
}
