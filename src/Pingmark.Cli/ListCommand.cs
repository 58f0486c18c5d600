using System.CommandLine;

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
                    ? StackTable.DescribeAsync(one, parsed.GetValue(json), cancel)
                    : StackTable.ListAsync(parsed.GetValue(json), cancel)
        );
        var suites = new Command("suites", "List the suites, with the time that each takes");
        var allOfSuites = new Option<bool>("--json") { Description = "Print the suites as JSON" };
        suites.Options.Add(allOfSuites);
        suites.SetAction(parsed => SuiteTable.List(parsed.GetValue(allOfSuites)));
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
}
