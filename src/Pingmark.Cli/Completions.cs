using System.CommandLine;
using System.CommandLine.Completions;
using Pingmark.Reports;
using Pingmark.Schema;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>The names that a shell completes, besides those of commands and options.</summary>
internal static class Completions
{
    public static IEnumerable<CompletionItem> Suites(CompletionContext context) =>
        Complete(context, () => Installation.Find().Suites.Names);

    public static IEnumerable<CompletionItem> Stacks(CompletionContext context) =>
        Complete(context, () => Installation.Find().Workers.Stacks);

    /// <summary>What <c>explain</c> explains.</summary>
    public static IEnumerable<CompletionItem> Words(CompletionContext context) =>
        Stacks(context).Concat(Complete(context, () => Glossary.All.Select(entry => entry.Word)));

    public static IEnumerable<CompletionItem> Workers(CompletionContext context) =>
        Complete(context, () => Installation.Find().Workers.Manifests.Select(manifest => manifest.Name));

    /// <summary>The keys that <c>--set</c> takes; after <c>options.</c> the options of the stacks that the line or its
    /// suite names, as their workers describe them.</summary>
    public static Func<CompletionContext, IEnumerable<CompletionItem>> Keys(
        Argument<string[]> suites,
        Option<string?> stacks
    ) =>
        context =>
            Complete(
                context,
                () =>
                    context.WordToComplete.StartsWith(OfStacks, StringComparison.Ordinal)
                        ? Options(Named(context.ParseResult, suites, stacks)).Select(option => OfStacks + option)
                        : ScenarioKeys.All.Select(key => key.Name).Append(OfStacks)
            );

    private const string OfStacks = $"{OptionKeys.Group}.";

    private static IEnumerable<string> Named(ParseResult line, Argument<string[]> suites, Option<string?> stacks) =>
        line.GetValue(stacks) is { } listed
            ? listed.Split(',').Select(entry => entry.Split('=')[^1])
            : (line.GetValue(suites) ?? []).SelectMany(suite =>
                SuiteFile.Load(Installation.Find().Suites.Find(suite)).Cells.Select(cell => cell.Stack)
            );

    /// <summary>The options of those stacks that are built, and answer soon.</summary>
    private static IEnumerable<string> Options(IEnumerable<string> stacks)
    {
        var installation = Installation.Find();
        var available = stacks
            .Distinct()
            .Where(stack => WorkerCatalog.Check(installation.Workers.Find(stack)).IsAvailable)
            .ToList();
        using var soon = new CancellationTokenSource(LongestQuestion);
        var described = Task.WhenAll(
            available.Select(stack => StackDescription.AskAsync(installation.Starter, stack, soon.Token))
        );
        return described
            .GetAwaiter()
            .GetResult()
            .SelectMany(stack => stack.Options)
            .Select(option => option.Name)
            .Distinct();
    }

    private static readonly TimeSpan LongestQuestion = TimeSpan.FromSeconds(3);

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

    /// <summary>The names, or none where the installation is broken: a shell gets no messages, the command itself tells
    /// what is wrong.</summary>
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
