using System.CommandLine;
using Pingmark.Formatting;

namespace Pingmark.Cli;

internal static class BuildCommand
{
    public static Command Create()
    {
        var workers = new Argument<string[]>("WORKER")
        {
            Description = "Workers to build (cpp/sockets); all when none is named",
            Arity = ArgumentArity.ZeroOrMore,
        };
        workers.OffersNames(Completions.Workers);
        var force = new Option<bool>("--force") { Description = "Build even when nothing changed" };
        var command = Help.Command(
            "build",
            "Build the workers whose sources changed; installs missing Debian packages where it may "
                + $"({Variables.NoInstall.Shown} forbids it)",
            [workers, force],
            "pingmark build",
            "pingmark build java/sockets --force"
        );
        command.SetAction(
            (parsed, cancel) => BuildAsync(parsed.GetValue(workers) ?? [], parsed.GetValue(force), cancel)
        );
        return command;
    }

    private static async Task<int> BuildAsync(string[] names, bool force, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var all = installation.Workers.Manifests;
        foreach (var name in names.Where(n => installation.Workers.Worker(n) is null))
            throw new BadInputException(
                $"unknown worker '{name}'{NearestName.Suggestion(name, all.Select(m => m.Name))}; there "
                    + $"are: {string.Join(", ", all.Select(m => m.Name))}"
            );
        var chosen = names.Length == 0 ? all : [.. names.Select(name => installation.Workers.Worker(name)!).Distinct()];
        var availability = await installation.PrepareAsync(
            chosen.SelectMany(m => m.Stacks),
            force,
            cancel,
            triesAgain: true
        );
        var built = 0;
        foreach (var manifest in chosen)
        {
            var result = availability(manifest.Stacks[0]);
            Console.WriteLine($"{manifest.Name}: {(result.IsAvailable ? "built" : result.ToString())}");
            built += result.IsAvailable ? 1 : 0;
        }
        return built > 0 ? ExitCode.Ok : ExitCode.NothingAvailable;
    }
}
