using System.CommandLine;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ListCommand
{
    public static Command Create()
    {
        var stack = new Argument<string?>("STACK")
        {
            Description = "Tell what this stack is, and the options that it has",
            Arity = ArgumentArity.ZeroOrOne,
        };
        stack.OffersNames(Completions.Stacks);
        var stacks = new Command("stacks", "List the stacks, and which of them can run here; or what one of them is")
        {
            stack,
        };
        stacks.SetAction(
            (parsed, cancel) =>
                parsed.GetValue(stack) is { } one ? DescribeAsync(one, cancel) : Task.FromResult(Stacks())
        );
        var suites = new Command("suites", "List the suites");
        suites.SetAction(_ => Suites());
        var command = new Command("list", "List stacks or suites; both in short when neither is named")
        {
            stacks,
            suites,
        };
        command.SetAction(_ => ListOverview.Write());
        foreach (var listing in new[] { command, stacks, suites })
            Help.AddExamples(
                listing,
                "pingmark list stacks",
                "pingmark list stacks cpp/udp-spin",
                "pingmark list suites"
            );
        return command;
    }

    private static int Stacks()
    {
        foreach (var manifest in Installation.Find().Workers.Manifests)
        foreach (var stack in manifest.Stacks)
            Console.WriteLine($"{stack, -24} {WorkerCatalog.Check(manifest)}");
        return ExitCode.Ok;
    }

    /// <summary>Prints a stack's own description; the stack is built where it isn't yet.</summary>
    private static async Task<int> DescribeAsync(string stack, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var available = (await installation.PrepareAsync([stack], force: false, cancel))(stack);
        if (!available.IsAvailable)
            throw new PingmarkException($"{stack}: {available}", ExitCode.NothingAvailable);
        Console.WriteLine(StackText.Describe(await StackDescription.AskAsync(installation.Starter, stack, cancel)));
        return ExitCode.Ok;
    }

    private static int Suites()
    {
        foreach (var (name, _, about) in new SuiteCatalog(Path.Combine(Installation.Find().Root, "suites")).List())
            Console.WriteLine($"{name, -24} {about}");
        return ExitCode.Ok;
    }
}
