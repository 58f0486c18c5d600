using System.CommandLine;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>What <c>list stacks</c> and <c>explain</c> tell of stacks; they are asked themselves.</summary>
internal static class StackTable
{
    /// <param name="Description">What it says of itself; null where its worker can't be started now.</param>
    private sealed record Listed(
        string Stack,
        bool Available,
        string Reason,
        string Mend,
        StackDescription? Description
    );

    private static readonly IReadOnlyList<ClassFact> Both = [ClassFact.Transport, ClassFact.Waits];

    /// <summary>Prints all stacks, each with its class and description, or why it can't be started.</summary>
    public static async Task<int> ListAsync(bool json, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var listed = await Task.WhenAll(
            installation.Workers.Manifests.Select(manifest => OfWorkerAsync(manifest, installation.Starter, cancel))
        );
        var stacks = listed.SelectMany(ofWorker => ofWorker).ToList();
        if (json)
            Screen.WriteAsJson(stacks);
        else
            Console.WriteLine(string.Join('\n', [.. stacks.Select(Line), "", .. Words]));
        return ExitCode.Ok;
    }

    public static async Task<int> DescribeAsync(string stack, bool json, CancellationToken cancel)
    {
        var installation = Installation.Find();
        await installation.RequireAsync(stack, cancel);
        var description = await StackDescription.AskAsync(installation.Starter, stack, cancel);
        if (json)
            Screen.WriteAsJson(description);
        else
            Console.WriteLine(StackText.Describe(description));
        return ExitCode.Ok;
    }

    private static string Line(Listed one) =>
        one.Description is { } told
            ? $"{one.Stack, -24} available  {told.ClassBy(Both).Title, -22} {told.About}"
            : $"{one.Stack, -24} {one.Reason}; mend: {one.Mend}";

    private static IEnumerable<string> Words =>
        from word in new[] { "blocking", "spinning", "class" }
        select $"{word, -24} {Glossary.Find(word)?.Meaning}";

    private static async Task<IReadOnlyList<Listed>> OfWorkerAsync(
        WorkerManifest manifest,
        IWorkerStarter starter,
        CancellationToken cancel
    )
    {
        var (available, reason, mend) = WorkerCatalog.Check(manifest);
        var described = new Dictionary<string, StackDescription>();
        try
        {
            if (available)
                described = (
                    await StackDescription.AskAllAsync(starter, manifest.Stacks[0], manifest.Stacks, cancel)
                ).ToDictionary(one => one.Stack);
        }
        catch (WorkerFault e)
        {
            (available, reason, mend) = (false, e.Problem, $"./pingmark build {manifest.Name}");
        }
        return
        [
            .. manifest.Stacks.Select(stack => new Listed(
                stack,
                available,
                reason,
                mend,
                described.GetValueOrDefault(stack)
            )),
        ];
    }
}

internal static class ExplainCommand
{
    public static Command Create()
    {
        var what = new Argument<string[]>("WHAT")
        {
            Description = "A stack's id, a word of reports (p99, in flight, undecided), or the id of a check",
            Arity = ArgumentArity.ZeroOrMore,
        };
        what.OffersNames(Completions.Words);
        var command = Help.Command(
            "explain",
            "Explain a stack, or a word of reports, such as cell or round",
            [what],
            "pingmark explain p99",
            "pingmark explain in flight",
            "pingmark explain cpp/udp-spin",
            "pingmark explain          (all words)"
        );
        command.SetAction((parsed, cancel) => ExplainAsync(string.Join(' ', parsed.GetValue(what) ?? []), cancel));
        return command;
    }

    private static async Task<int> ExplainAsync(string what, CancellationToken cancel)
    {
        if (what.Contains('/') && Glossary.Find(what) is null)
            return await StackTable.DescribeAsync(what, json: false, cancel);
        Console.WriteLine(
            what.Length > 0
                ? Glossary.Explain(what)
                : string.Join('\n', Glossary.All.Select(entry => $"{entry.Word, -20} {entry.Meaning}"))
        );
        return ExitCode.Ok;
    }
}
