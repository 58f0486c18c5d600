using System.CommandLine;
using Pingmark.Bundles;
using Pingmark.Capacity;
using Pingmark.Host;

namespace Pingmark.Cli;

internal static class BundleCommand
{
    public static Command Create()
    {
        var run = new Argument<string>("RUN") { Description = "A run's folder" };
        var to = new Option<string?>("--out")
        {
            Description = "The bundle's file; the name of the run's folder with .tar.gz, here, when not given",
            HelpName = "file",
        };
        var key = new Option<string?>("--sign")
        {
            Description = "Sign it by this key of OpenSSH, into a file beside it whose name ends with .sig",
            HelpName = "key",
        };
        var command = new Command("bundle", "Put a run with all of its trials into one file that others can check")
        {
            run,
            to,
            key,
        };
        Help.AddExamples(
            command,
            "pingmark bundle runs/quick-20260101-120000",
            "pingmark bundle runs/quick-20260101-120000 --out published.tar.gz",
            "pingmark bundle runs/quick-20260101-120000 --sign ~/.ssh/id_ed25519"
        );
        command.SetAction(parsed => Bundle(parsed.GetValue(run)!, parsed.GetValue(to), parsed.GetValue(key)));
        return command;
    }

    private static int Bundle(string path, string? to, string? key)
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
            && !PlainFile.ReadBytes(file, BundleLimits.MostArchiveBytes).SequenceEqual(made.Archive)
        )
            throw new BadInputException($"{file} is there already, and is another file; choose one with --out");
        // Nothing is written that should have been signed and is not.
        var signature = key is null ? null : Sign(made, file, key);
        PlainFile.WriteBytes(file, made.Archive);
        if (signature is not null)
            PlainFile.Write(file + BundleSignature.Ending, signature);
        if (made.LeftOut.Count > 0)
            Console.Error.WriteLine($"left out, as no part of a bundle: {string.Join(", ", made.LeftOut)}");
        Console.WriteLine($"{made.Sha256}  {file}");
        return ExitCode.Ok;
    }

    private static string Sign(MadeBundle made, string file, string key)
    {
        var signature = file + BundleSignature.Ending;
        if (PlainFile.Exists(signature) && !BundleSignature.IsOne(signature))
            throw new BadInputException($"{signature} is there already, and is no signature; choose another --out");
        using var scratch = LocalFolder.OnDisk();
        return BundleSignature.Make(made.Archive, key, scratch.Path);
    }
}
