using System.CommandLine;
using Pingmark.Bundles;
using Pingmark.Comparing;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Runs;
using Pingmark.Schema;

namespace Pingmark.Cli;

internal static class RepeatCommand
{
    public static Command Create()
    {
        var bundle = new Argument<string>("BUNDLE") { Description = "A file that `pingmark bundle` made" };
        var folder = new Option<string?>("--out")
        {
            Description = "Folder for the results; runs/SUITE-TIME when not given",
            HelpName = "folder",
        };
        var awake = NoSleepStates.Option();
        var placement = new PlacementOptions();
        var command = Help.Command(
            "repeat",
            "Run the plan of a bundle on this machine, and compare both runs",
            [bundle, folder, awake, .. placement.All],
            "pingmark repeat quick-20260101-120000.tar.gz --out again"
        );
        command.SetAction(
            (parsed, cancel) =>
                RepeatAsync(
                    parsed.GetValue(bundle)!,
                    new(
                        null,
                        null,
                        null,
                        [],
                        parsed.GetValue(folder),
                        parsed.GetValue(awake),
                        Media.Terminal,
                        CommandLine.Words(parsed, option: folder.Name),
                        placement.Read(parsed)
                    ),
                    cancel
                )
        );
        return command;
    }

    private static async Task<int> RepeatAsync(string file, RunRequest request, CancellationToken cancel)
    {
        var installation = Installation.Find();
        using var scratch = LocalFolder.OnDisk();
        var verified = VerifyCommand.Verify(file, scratch);
        if (!verified.IsIntact)
        {
            VerifyCommand.Show(file, verified);
            return verified.ExitCode;
        }
        var plan = verified.Run!.Info;
        var suite = CreateSuite(file, plan, request);
        RunCommand.RequireOptions(suite, installation);
        var folder = request.Folder ?? RunCommand.DefaultFolder(suite.Name);
        var code = await RunCommand.MeasureAsync(request with { Folder = folder }, suite, null, installation, cancel);
        if (code == ExitCode.Interrupted)
            return code;
        var (bundled, again) = (ReadRun.Read(verified.Folder!) with { Folder = file }, ReadRun.Read(folder));
        // Another machine differs in nearly everything that two runs should have in common: it is listed.
        var comparison = RunComparer.Compare(
            bundled,
            again,
            new(Anyway: true, null, []) { TakesCrowded = Noise.IsAccepted }
        );
        Console.WriteLine();
        foreach (var sentence in RepeatedPlan.Compare(plan, again.Info))
            Console.WriteLine(sentence);
        TerminalRenderer.Write(Terminal.Output, ComparisonReport.Build(comparison));
        return code == ExitCode.Ok ? comparison.ExitCode : code;
    }

    /// <exception cref="BadInputException">The plan, which may come from anybody, is none that a suite could ask for,
    /// or can't be measured where it was asked for.</exception>
    private static Suite CreateSuite(string file, RunInfo plan, RunRequest request)
    {
        if (PlanRules.Problem(plan) is { } wrong)
            throw new BadInputException($"{file}: run.json: {wrong}");
        var suite = EarlierRun.CreateSuite(plan);
        return request.Sites.AddressProblem(suite.Cells) is { } problem
            ? throw new BadInputException(
                $"{file}: {problem}"
                    + (plan.Sites.Count > 0 ? "; its sides were placed: give --server and --clients" : "")
            )
            : suite with
            {
                Settings = suite.Settings with { Seed = plan.Seed },
            };
    }
}
