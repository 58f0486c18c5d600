using System.CommandLine;
using System.CommandLine.Parsing;
using System.IO.Enumeration;
using System.Text.Json;
using Pingmark.Conformance;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ConformCommand
{
    private static readonly JsonSerializerOptions OneLine = new()
    {
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static Command Create()
    {
        var names = new Argument<string[]>("WORKER|STACK")
        {
            Description = "Workers (cpp/sockets) or stacks (cpp/tcp-epoll) to test; all workers when none is named",
            Arity = ArgumentArity.ZeroOrMore,
        };
        names.OffersNames(Completions.Workers);
        names.OffersNames(Completions.Stacks);
        var executable = new Option<string>("--command")
        {
            Description = "Test this executable with its arguments as a worker, instead of the source tree's",
            HelpName = "\"exe args\"",
        };
        var glob = new Option<string>("--case")
        {
            Description = "Only the cases whose id matches: stream.*",
            HelpName = "GLOB",
        };
        var list = new Option<bool>("--list") { Description = "List the cases and what each proves, and run none" };
        var json = new Option<bool>("--json") { Description = "One JSON object a result and line" };
        var command = Help.Command(
            "conform",
            "Test workers against the worker protocol",
            [names, executable, glob, list, json],
            "pingmark conform",
            "pingmark conform java/sockets cpp/tcp-epoll --case \"stream.*\"",
            "pingmark conform --command \"python3 my_worker.py\"",
            "pingmark conform --list"
        );
        command.SetAction(
            (parsed, cancel) =>
                parsed.GetValue(list)
                    ? Task.FromResult(List(parsed.GetValue(glob), parsed.GetValue(json)))
                    : ConformAsync(
                        parsed.GetValue(names) ?? [],
                        parsed.GetValue(executable),
                        parsed.GetValue(glob),
                        parsed.GetValue(json),
                        cancel
                    )
        );
        return command;
    }

    private static int List(string? glob, bool json)
    {
        foreach (var one in Chosen(Installation.Find().Root, glob))
            if (json)
                Screen.WriteJson(
                    JsonSerializer.Serialize(
                        new
                        {
                            @case = one.Id,
                            subject = one.Subject.ToString().ToLowerInvariant(),
                            needs = one.Needs,
                            proves = one.Proves,
                        },
                        OneLine
                    ) + "\n"
                );
            else
                Console.WriteLine($"{one.Id, -34}{one.Subject.ToString().ToLowerInvariant(), -8}{one.Proves}");
        return ExitCode.Ok;
    }

    private static async Task<int> ConformAsync(
        string[] names,
        string? executable,
        string? glob,
        bool json,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        Chosen(installation.Root, glob);
        if (executable is not null && names.Any(name => !name.Contains('/')))
            throw new BadInputException("with --command only stacks of that worker can be named");
        var targets = executable is null
            ? await TargetsAsync(installation, names, cancel)
            : [FromCommand(executable, names)];
        if (targets.Count == 0)
            return ExitCode.NothingAvailable;
        var (passed, failed, clock) = (0, 0, System.Diagnostics.Stopwatch.StartNew());
        string[]? globs = glob is null ? null : [glob];
        await foreach (var result in new ConformanceRunner(installation.Root).RunAsync(targets, globs, cancel: cancel))
        {
            if (json)
                Screen.WriteJson(result.ToJson().ToJsonString(OneLine) + "\n");
            else
                Console.WriteLine(result);
            (passed, failed) = result.Passed ? (passed + 1, failed) : (passed, failed + 1);
        }
        installation.Progress.Step($"{passed} passed, {failed} failed in {clock.Elapsed.TotalSeconds:0} s");
        return failed > 0 ? ExitCode.CellFailed : ExitCode.Ok;
    }

    private static List<ConformanceCase> Chosen(string root, string? glob)
    {
        var chosen = ConformanceCases
            .Load(root)
            .Where(one => glob is null || FileSystemName.MatchesSimpleExpression(glob, one.Id))
            .ToList();
        return chosen.Count > 0
            ? chosen
            : throw new BadInputException($"no case matches '{glob}'; `pingmark conform --list` lists them");
    }

    private static async Task<List<ConformanceTarget>> TargetsAsync(
        Installation installation,
        string[] names,
        CancellationToken cancel
    )
    {
        var manifests = installation.Workers.Manifests;
        var known = manifests.Select(m => m.Name).Concat(installation.Workers.Stacks).ToList();
        foreach (var name in names.Where(name => !known.Contains(name)))
            throw new BadInputException(
                $"unknown worker or stack '{name}'{NearestName.Suggestion(name, known)}; `pingmark list "
                    + "stacks` lists them"
            );
        var chosen = manifests
            .Where(m => names.Length == 0 || names.Contains(m.Name) || m.Stacks.Any(names.Contains))
            .ToList();
        var availability = await installation.PrepareAsync(chosen.SelectMany(m => m.Stacks), force: false, cancel);
        return chosen
            .Where(m => availability(m.Stacks[0]).IsAvailable)
            .Select(manifest => Target(manifest, names))
            .ToList();
    }

    private static ConformanceTarget Target(WorkerManifest manifest, string[] names)
    {
        var whole = names.Length == 0 || names.Contains(manifest.Name);
        var target = ConformanceTarget.FromManifest(manifest);
        return whole ? target : target with { Stacks = manifest.Stacks.Where(names.Contains).ToList(), Whole = false };
    }

    /// <summary>A worker without a manifest: the named stacks, or all that it describes.</summary>
    private static ConformanceTarget FromCommand(string command, string[] stacks)
    {
        var words = CommandLineParser.SplitCommandLine(command).ToList();
        if (words.Count == 0 || (Executables.Find(words[0]) is null && !File.Exists(words[0])))
            throw new BadInputException($"--command \"{command}\": no such executable");
        return new(command, words, Environment.CurrentDirectory, stacks) { Whole = stacks.Length == 0 };
    }
}
