using System.CommandLine;
using Pingmark.Bundles;
using Pingmark.Capacity;

namespace Pingmark.Cli;

internal static class BundleCommand
{
    public static Command Create()
    {
        var run = new Argument<string>("RUN") { Description = "A run's folder" };
        var to = new Option<string?>("--out")
        {
            Description = "The bundle's file [default: ./RUN.tar.gz]",
            HelpName = "file",
        };
        var command = Help.Command(
            "bundle",
            "Put a run with all of its trials into one file that others can check",
            [run, to],
            "pingmark bundle runs/quick-20260101-120000",
            "pingmark bundle runs/quick-20260101-120000 --out published.tar.gz"
        );
        command.SetAction(parsed => Bundle(parsed.GetValue(run)!, parsed.GetValue(to)));
        return command;
    }

    private static int Bundle(string path, string? to)
    {
        if (CapacityFolder.Holds(path))
            throw new BadInputException(
                $"{path} holds a search for capacities, and bundles are of runs: its files can be sent as they are, "
                    + "and `pingmark report` computes them anew"
            );
        var made = BundleMaker.Make(path);
        var file = to ?? $"{made.Manifest.Run}.tar.gz";
        if (
            PlainFile.Exists(file)
            && !PlainFile.ReadBytes(file, BundleLimits.MaxArchiveBytes).SequenceEqual(made.Archive)
        )
            throw new BadInputException($"{file} is there already, and is another file; choose one with --out");
        PlainFile.WriteBytes(file, made.Archive);
        if (made.LeftOut.Count > 0)
            Console.Error.WriteLine($"left out, as no part of a bundle: {string.Join(", ", made.LeftOut)}");
        Console.WriteLine($"{made.Sha256}  {file}");
        return ExitCode.Ok;
    }
}
