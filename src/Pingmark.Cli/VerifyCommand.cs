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
        var published = new Option<string?>("--sha256")
        {
            Description = "The SHA-256 that the bundle's author published; if it differs, the file was altered",
            HelpName = "hash",
        };
        var command = Help.Command(
            "verify",
            "Compute a bundle's figures and reports again, and say what was altered and what can't be checked",
            [bundle, published],
            "pingmark verify quick-20260101-120000.tar.gz"
        );
        command.SetAction(parsed =>
        {
            using var scratch = LocalFolder.OnDisk();
            var verified = Verify(parsed.GetValue(bundle)!, scratch, parsed.GetValue(published));
            Show(parsed.GetValue(bundle)!, verified);
            return verified.ExitCode;
        });
        return command;
    }

    /// <exception cref="BadInputException">The file is no bundle, or one that is refused.</exception>
    public static VerifiedBundle Verify(string file, LocalFolder scratch, string? published = null)
    {
        var archive = PlainFile.ReadBytes(file, BundleLimits.MaxArchiveBytes);
        try
        {
            return BundleVerifier.Verify(archive, scratch.Path, published);
        }
        catch (BadInputException e)
        {
            throw new BadInputException($"{file}: {e.Message}");
        }
    }

    public static void Show(string file, VerifiedBundle verified) =>
        TerminalRenderer.Write(Terminal.Output, BundleReport.Build(file, verified));
}
