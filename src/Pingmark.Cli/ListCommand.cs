using System.CommandLine;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ListCommand
{
    public static Command Create()
    {
        var stacks = new Command("stacks", "List the stacks, and which of them can run here");
        stacks.SetAction(_ => Stacks());
        var suites = new Command("suites", "List the suites");
        suites.SetAction(_ => Suites());
        var command = new Command("list", "List stacks or suites") { stacks, suites };
        foreach (var listing in new[] { command, stacks, suites })
            Help.AddExamples(listing, "pingmark list stacks", "pingmark list suites");
        return command;
    }

    private static int Stacks()
    {
        foreach (var manifest in Installation.Find().Workers.Manifests)
        foreach (var stack in manifest.Stacks)
            Console.WriteLine($"{stack, -24} {WorkerCatalog.Check(manifest)}");
        return ExitCode.Ok;
    }

    private static int Suites()
    {
        foreach (var (name, _, about) in new SuiteCatalog(Path.Combine(Installation.Find().Root, "suites")).List())
            Console.WriteLine($"{name, -24} {about}");
        return ExitCode.Ok;
    }
}
