using System.CommandLine;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ListCommand
{
    public static Command Create()
    {
        string[] examples = ["pingmark list stacks", "pingmark list stacks cpp/udp-spin", "pingmark list suites"];
        var stack = new Argument<string?>("STACK")
        {
            Description = "Tell what this stack is, and the options that it has",
            Arity = ArgumentArity.ZeroOrOne,
        };
        stack.OffersNames(Completions.Stacks);
        var json = new Option<bool>("--json") { Description = "Print all that stacks say of themselves as JSON" };
        var stacks = Help.Command(
            "stacks",
            "List the stacks, and which of them can run here; or what one of them is",
            [stack, json],
            examples
        );
        stacks.SetAction(
            (parsed, cancel) =>
                parsed.GetValue(stack) is { } one
                    ? StackTable.DescribeAsync(one, parsed.GetValue(json), cancel)
                    : StackTable.ListAsync(parsed.GetValue(json), cancel)
        );
        var suitesJson = new Option<bool>("--json") { Description = "Print the suites as JSON" };
        var suites = Help.Command("suites", "List the suites, with the time that each takes", [suitesJson], examples);
        suites.SetAction(parsed => SuiteTable.List(parsed.GetValue(suitesJson)));
        var command = Help.Command(
            "list",
            "List stacks or suites; both in short when neither is named",
            [stacks, suites],
            examples
        );
        command.SetAction(_ => ListInShort());
        return command;
    }

    private static void ListInShort()
    {
        var installation = Installation.Find();
        Console.WriteLine("Suites, for `pingmark run SUITE`:");
        foreach (var suite in installation.Suites.List())
            Console.WriteLine($"  {suite.Name, -26} {suite.About.Split('\n')[0].Split(". ")[0]}");
        Console.WriteLine("\nStacks, for `--stacks`; `pingmark list stacks` says which can run here:");
        foreach (var language in installation.Workers.Stacks.GroupBy(stack => stack.Split('/')[0]))
            Console.WriteLine(
                $"  {language.Key}/: {string.Join(", ", language.Select(stack => stack[(stack.IndexOf('/') + 1)..]))}"
            );
    }
}

/// <summary>What <c>list suites</c> tells: each suite with the time that it takes by default.</summary>
internal static class SuiteTable
{
    /// <param name="Takes">How long it takes, for people; empty where nobody can tell.</param>
    private sealed record Listed(
        string Name,
        string About,
        string Takes,
        int Cells,
        IReadOnlyList<string> Stacks,
        IReadOnlyList<ClassFact> BaselineBy
    );

    public static int List(bool json)
    {
        var installation = Installation.Find();
        var suites = installation.Suites.List().Select(suite => Read(suite, installation.Workers)).ToList();
        if (json)
            Screen.WriteAsJson(suites);
        else
            foreach (var (name, about, takes, _, _, _) in suites)
                Console.WriteLine($"{name, -24} {takes, -7} {about}");
        return ExitCode.Ok;
    }

    /// <summary>A file that can't be read is listed with what is wrong with it.</summary>
    private static Listed Read(SuiteListing suite, WorkerCatalog workers)
    {
        try
        {
            var read = SuiteFile.Load(suite.Path, workers.Stacks, serversOnly: workers.ServersOnly);
            return new(
                suite.Name,
                suite.About,
                SuiteTime.Text(read),
                read.Cells.Count,
                [.. read.Cells.Select(cell => cell.Label).Distinct()],
                read.Settings.BaselineBy
            );
        }
        catch (BadInputException)
        {
            return new(suite.Name, suite.About, "", 0, [], []);
        }
    }
}
