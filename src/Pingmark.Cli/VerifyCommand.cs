using System.CommandLine;
using Pingmark.Bundles;
using Pingmark.Host;
using Pingmark.Reports.Renderers;

namespace Pingmark.Cli;

internal static class VerifyCommand
{
    public static Command Create()
    {
        var bundle = new Argument<string>("BUNDLE") { Description = "A file that `pingmark bundle` made" };
        var claims = ClaimOption.All();
        var json = new Option<bool>("--json") { Description = "Print JSON instead of a report" };
        var command = new Command(
            "verify",
            "Compute a bundle's figures and reports anew, and say what was altered and what nobody can know"
        )
        {
            bundle,
        };
        foreach (var claim in claims)
            command.Add(claim.Option);
        command.Add(json);
        Help.AddExamples(
            command,
            "pingmark verify quick-20260101-120000.tar.gz",
            "pingmark verify quick-20260101-120000.tar.gz --signed-by alice.pub"
        );
        command.SetAction(parsed =>
        {
            var file = parsed.GetValue(bundle)!;
            using var scratch = LocalFolder.OnDisk();
            var verified = Verify(
                file,
                scratch,
                [.. claims.Select(claim => claim.Read(parsed, file)).OfType<IBundleClaim>()]
            );
            if (parsed.GetValue(json))
                Screen.WriteAsJson(BundleVerification.Of(file, verified));
            else
                Show(file, verified);
            return verified.ExitCode;
        });
        return command;
    }

    /// <exception cref="BadInputException">The file is no bundle, or one that is refused.</exception>
    public static VerifiedBundle Verify(string file, LocalFolder scratch, params IReadOnlyList<IBundleClaim> claims)
    {
        if (Directory.Exists(file))
            throw new BadInputException($"{file} is a folder; `pingmark bundle {file}` makes one file of a run");
        var archive = PlainFile.ReadBytes(file, BundleLimits.MostArchiveBytes);
        try
        {
            return BundleVerifier.Verify(archive, scratch.Path, claims);
        }
        catch (BadInputException e)
        {
            throw new BadInputException($"{file}: {e.Message}");
        }
    }

    public static void Show(string file, VerifiedBundle verified) =>
        TerminalRenderer.Write(Terminal.Output, BundleReport.Build(file, verified));
}
