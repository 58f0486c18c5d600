using System.CommandLine;
using System.Text;

namespace Pingmark.Cli;

/// <summary>A manual page of a command, as roff with the macros of man(7), from what its help says.</summary>
internal sealed class ManPage
{
    private readonly StringBuilder _text = new();

    /// <summary>The pages of the program and of its commands, by their names, such as <c>pingmark-history</c>. A
    /// command within another is on that one's page.</summary>
    public static IEnumerable<(string Name, string Text)> All(RootCommand root)
    {
        var commands = root.Subcommands.Where(command => !command.Hidden).ToList();
        yield return (Program, Whole(root, commands));
        foreach (var command in commands)
            yield return (PageOf(command), new ManPage().Of(command));
    }

    private const string Program = "pingmark";

    private static string PageOf(Command command) => $"{Program}-{command.Name}";

    private static string Whole(RootCommand root, List<Command> commands)
    {
        var page = new ManPage().Begin(Program, root.Description!);
        page.Heading("SYNOPSIS").Line($@".B {Program}").Line(@"\fICOMMAND\fR [\fIoptions\fR]");
        page.Heading("COMMANDS");
        foreach (var command in commands)
            page.Item($@"\fB{Escaped(PageOf(command))}\fR(1)", command.Description);
        page.Heading("ENVIRONMENT");
        foreach (var variable in Variables.All)
            page.Item($@"\fB{Escaped(variable.Shown)}\fR", variable.Effect.Replace("`", "", StringComparison.Ordinal));
        page.Item(
            @"\fBXDG_CACHE_HOME\fR",
            "the folder in whose pingmark/ workers are built, ~/.cache when it is not set"
        );
        return page.Examples(root)._text.ToString();
    }

    private string Of(Command command)
    {
        Begin(PageOf(command), command.Description ?? "").Heading("SYNOPSIS");
        Synopsis(command, $"{Program} {command.Name}");
        foreach (var inner in command.Subcommands.Where(inner => !inner.Hidden))
            Line(".br").Synopsis(inner, $"{Program} {command.Name} {inner.Name}");
        Words(command);
        foreach (var inner in command.Subcommands.Where(inner => !inner.Hidden))
            Heading($"{command.Name} {inner.Name}".ToUpperInvariant()).Line(Sentence(inner.Description)).Words(inner);
        Examples(command).Heading("SEE ALSO").Line($@"\fB{Program}\fR(1)");
        return _text.ToString();
    }

    private void Synopsis(Command command, string words) =>
        Line(
            $@"\fB{Escaped(words)}\fR"
                + string.Concat(command.Arguments.Where(argument => !argument.Hidden).Select(Place))
                + (command.Options.Any(option => !option.Hidden) ? @" [\fIoptions\fR]" : "")
        );

    private static string Place(Argument argument) =>
        argument.Arity.MinimumNumberOfValues > 0
            ? $@" \fI{Escaped(argument.Name)}\fR"
            : $@" [\fI{Escaped(argument.Name)}\fR]";

    /// <summary>Its arguments and options.</summary>
    private void Words(Command command)
    {
        if (command.Parents.Any(parent => parent is RootCommand))
            Heading("OPTIONS");
        foreach (var argument in command.Arguments.Where(argument => !argument.Hidden))
            Item($@"\fI{Escaped(argument.Name)}\fR", argument.Description);
        foreach (var option in command.Options.Where(option => !option.Hidden))
            Item(
                string.Join(", ", option.Aliases.Prepend(option.Name).Select(name => $@"\fB{Escaped(name)}\fR"))
                    + (option.HelpName is { } value ? $@" \fI{Escaped(value)}\fR" : ""),
                option.Description
            );
    }

    private ManPage Begin(string name, string about) =>
        Line($@".TH {name.ToUpperInvariant()} 1 """" ""{Program}"" ""{Program}""")
            .Heading("NAME")
            .Line($@"{Escaped(name)} \- {Escaped(about.TrimEnd('.').ReplaceLineEndings(" "))}");

    private ManPage Examples(Command command)
    {
        if (Help.ExamplesOf(command) is not { Count: > 0 } examples)
            return this;
        Heading("EXAMPLES").Line(".nf");
        foreach (var example in examples)
            Line(Escaped(example));
        return Line(".fi");
    }

    private ManPage Heading(string name) => Line($".SH {Escaped(name)}");

    private void Item(string term, string? about) => Line(".TP").Line(term).Line(Sentence(about));

    private ManPage Line(string line)
    {
        _text.Append(line).Append('\n');
        return this;
    }

    private static string Sentence(string? text) => Escaped((text ?? "").ReplaceLineEndings(" "));

    /// <summary>Text that roff takes as it is: no escapes, no requests at the begin of a line, and minus signs that can
    /// be copied.</summary>
    internal static string Escaped(string text)
    {
        var plain = text.Replace(@"\", @"\e", StringComparison.Ordinal).Replace("-", @"\-", StringComparison.Ordinal);
        return plain is ['.' or '\'', ..] ? @"\&" + plain : plain;
    }
}
