using System.CommandLine;
using Pingmark.Runs;
using Pingmark.Suites;

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
        var json = new Option<bool>("--json") { Description = "Print all that stacks say of themselves as JSON" };
        stacks.Options.Add(json);
        stacks.SetAction(
            (parsed, cancel) =>
                parsed.GetValue(stack) is { } one
                    ? StackListing.DescribeAsync(one, parsed.GetValue(json), cancel)
                    : StackListing.ListAsync(parsed.GetValue(json), cancel)
        );
        var suites = new Command("suites", "List the suites, with the time that each takes");
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

    private static int Suites()
    {
        var installation = Installation.Find();
        foreach (var (name, path, about) in new SuiteCatalog(Path.Combine(installation.Root, "suites")).List())
            Console.WriteLine($"{name, -24} {Time(path, installation.Workers.Stacks), -7} {about}");
        return ExitCode.Ok;
    }

    /// <summary>How long a suite takes; empty where nobody can tell.</summary>
    private static string Time(string path, IReadOnlyList<string> stacks)
    {
        try
        {
            return SuiteTime.Text(SuiteFile.Load(path, stacks));
        }
        catch (BadInputException)
        {
            return "";
        }
    }
}
