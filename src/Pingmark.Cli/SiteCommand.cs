using System.CommandLine;
using Pingmark.Website;

namespace Pingmark.Cli;

internal static class SiteCommand
{
    public static Command Create()
    {
        var runs = new Argument<string[]>("RUNS")
        {
            Description = "Folders of runs, or folders that hold such folders",
            Arity = ArgumentArity.OneOrMore,
        };
        var to = new Option<string>("--to")
        {
            Description = "Folder for the website; made where it is missing, and made anew where it holds one",
            HelpName = "folder",
            Required = true,
        };
        var title = new Option<string>("--title")
        {
            Description = "The title of its first page",
            DefaultValueFactory = _ => new WebsiteRequest([], "").Title,
            HelpName = "text",
        };
        var url = new Option<string?>("--url")
        {
            Description = "The address at which it will be published, for the links of its feed",
            HelpName = "address",
        };
        var command = new Command("site", "Make a website of runs, which needs no server") { runs, to, title, url };
        Help.AddExamples(
            command,
            "pingmark site runs --to site",
            "pingmark site runs/monday runs/friday --to site --url https://example.org/results/"
        );
        command.SetAction(parsed =>
        {
            var (first, leftOut) = WebFolder.Write(
                new(parsed.GetValue(runs)!, parsed.GetValue(to)!)
                {
                    Title = parsed.GetValue(title)!,
                    Url = parsed.GetValue(url) is { } text ? UrlOf(text) : null,
                    SourcesOf = Sources(),
                    SourcesVersion = VersionCommand.Informational().Replace("+", ", commit ", StringComparison.Ordinal),
                }
            );
            foreach (var reason in leftOut)
                Console.Error.WriteLine($"left out: {TerminalSafeText.Plain(reason)}");
            Console.WriteLine(first);
            return ExitCode.Ok;
        });
        return command;
    }

    /// <summary>Gives a stack's files in this program's own tree; none of a stack that it has not.</summary>
    private static Func<string, IReadOnlyList<Model.StackSource>> Sources()
    {
        var starter = Installation.Find().Starter;
        return stack =>
        {
            try
            {
                return starter.SourcesOf(stack);
            }
            catch (Exception e) when (e is PingmarkException or IOException or UnauthorizedAccessException)
            {
                return [];
            }
        };
    }

    private static Uri UrlOf(string text) =>
        Uri.TryCreate(text.EndsWith('/') ? text : text + "/", UriKind.Absolute, out var url)
        && url.Scheme is "http" or "https"
            ? url
            : throw new BadInputException($"--url is an address such as https://example.org/results/, not '{text}'");
}
