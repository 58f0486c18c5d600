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

    /// <summary>Prints all stacks, each with its class and what it is; those of workers that can't be started with the
    /// reason.</summary>
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

    /// <summary>Prints a stack's own description; the stack is built where it isn't yet.</summary>
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

    /// <summary>What the words of classes mean.</summary>
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
            (available, reason, mend) = (false, e.Problem, $"{Called.Name} build {manifest.Name}");
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
