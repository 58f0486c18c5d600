using System.CommandLine;
using Pingmark.Host;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>What a user has settled for all commands. Whoever needs a setting reads the variable of the environment for
/// which it stands, and does not know of the file: an option comes first, then the environment, then the
/// file.</summary>
internal static class UserSettings
{
    private const string Budget = "--budget",
        Resume = "--resume";

    /// <summary>The file; null where the user has no folder for it.</summary>
    public static string? File =>
        UserFolder.Config is { } folder ? Path.Combine(folder, "pingmark", "config.yaml") : null;

    /// <summary>Sets the variables that the file gives and the environment does not, for this process and those that it
    /// starts.</summary>
    /// <exception cref="BadInputException">Something in the file is wrong.</exception>
    public static void Use()
    {
        if (File is not { } file)
            return;
        foreach (var (name, value) in SettingsFile.Load(file, Environment.GetEnvironmentVariable("HOME")))
            if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(name)))
                Environment.SetEnvironmentVariable(name, value);
    }

    /// <summary>The words that were typed, with the user's budget where one can be given and none was: it then stands
    /// in the command that reports show. A run that is resumed has the budget of its plan.</summary>
    public static IReadOnlyList<string> Complete(RootCommand root, IReadOnlyList<string> words) =>
        Variables.Budget.Value is { } budget ? Complete(root, words, budget) : words;

    internal static IReadOnlyList<string> Complete(RootCommand root, IReadOnlyList<string> words, string budget)
    {
        var parsed = root.Parse(words);
        var options = parsed.CommandResult.Command.Options;
        if (
            parsed.Errors.Count > 0
            || options.All(option => option.Name != Budget)
            || IsGiven(Budget)
            || IsGiven(Resume)
        )
            return words;
        var end = words.TakeWhile(word => word != "--").Count();
        return [.. words.Take(end), Budget, budget, .. words.Skip(end)];

        bool IsGiven(string name) =>
            options.FirstOrDefault(one => one.Name == name) is { } option && parsed.GetResult(option) is not null;
    }
}
