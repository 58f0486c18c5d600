using System.CommandLine;
using System.CommandLine.Invocation;
using System.Reflection;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class VersionCommand
{
    private const int CommitLetters = 12;

    public static Command Create()
    {
        var command = Help.Command("version", "Say which version this is", [], "pingmark version");
        command.Hidden = true;
        command.SetAction(parsed => Say(parsed.InvocationConfiguration.Output));
        return command;
    }

    public static void AddTo(RootCommand root) => root.Options.OfType<VersionOption>().Single().Action = new Line();

    private static void Say(TextWriter output) => output.WriteLine(Text(Informational));

    /// <summary>Such as <c>pingmark 0.1.0, commit 0123456789ab, protocol 1</c>.</summary>
    internal static string Text(string informational)
    {
        var version = informational.Split('+') is [var number, { Length: >= CommitLetters } commit]
            ? $"{number}, commit {commit[..CommitLetters]}"
            : informational;
        return $"pingmark {version}, protocol {Worker.ProtocolVersion}";
    }

    /// <summary>The version, and after a plus the commit that it was built from.</summary>
    internal static string Informational =>
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
