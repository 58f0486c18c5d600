using System.CommandLine;
using System.CommandLine.Completions;
using Pingmark.Suites;

namespace Pingmark.Cli;

/// <summary>Names that a shell completes, beyond those of commands and options.</summary>
internal static class Completions
{
    public static IEnumerable<CompletionItem> Suites(CompletionContext context) =>
        Of(context, () => new SuiteCatalog(Path.Combine(Installation.Find().Root, "suites")).Names);

    public static IEnumerable<CompletionItem> Stacks(CompletionContext context) =>
        Of(context, () => Installation.Find().Workers.Stacks);

    public static IEnumerable<CompletionItem> Workers(CompletionContext context) =>
        Of(context, () => Installation.Find().Workers.Manifests.Select(manifest => manifest.Name));

    /// <summary>Help goes on showing what the argument is called.</summary>
    public static void OffersNames(this Argument argument, Func<CompletionContext, IEnumerable<CompletionItem>> names)
    {
        argument.HelpName = argument.Name;
        argument.CompletionSources.Add(names);
    }

    /// <summary>The last of a list with commas; what comes before it stays.</summary>
    private static IEnumerable<CompletionItem> Of(CompletionContext context, Func<IEnumerable<string>> names)
    {
        var word = context.WordToComplete;
        var before = word[..(word.LastIndexOf(',') + 1)];
        return Installed(names).Select(name => new CompletionItem(before + name));
    }

    /// <summary>A shell is not told what is wrong with the installation; the command itself tells it.</summary>
    private static IEnumerable<string> Installed(Func<IEnumerable<string>> names)
    {
        try
        {
            return names().ToList();
        }
        catch (PingmarkException)
        {
            return [];
        }
    }
}
