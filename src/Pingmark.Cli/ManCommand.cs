using System.CommandLine;

namespace Pingmark.Cli;

/// <summary>Writes the manual pages of all commands, for packages: <c>pingmark.1</c>, <c>pingmark-run.1</c> and so
/// on.</summary>
internal static class ManCommand
{
    public static Command Create()
    {
        var to = new Option<DirectoryInfo>("--to")
        {
            Description = "The folder that gets them",
            HelpName = "folder",
            Required = true,
        };
        var command = Help.Command("man", "Write the manual pages of all commands", [to], "pingmark man --to man1");
        command.Hidden = true;
        command.SetAction(parsed => Write(parsed.GetValue(to)!));
        return command;
    }

    private static void Write(DirectoryInfo folder)
    {
        folder.Create();
        foreach (var (name, text) in ManPage.All(Commands.Root()))
            File.WriteAllText(Path.Combine(folder.FullName, $"{name}.1"), text);
    }
}
