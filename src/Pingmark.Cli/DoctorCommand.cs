using System.CommandLine;
using Pingmark.Doctor;

namespace Pingmark.Cli;

internal static class DoctorCommand
{
    public static Command Create()
    {
        var json = new Option<bool>("--json") { Description = "Print JSON instead of a table" };
        var command = Help.Command(
            "doctor",
            "Show how small a difference this machine can measure, and what would improve it",
            [json],
            "pingmark doctor",
            "pingmark doctor --json"
        );
        command.SetAction((parsed, cancel) => DiagnoseAsync(parsed.GetValue(json), cancel));
        return command;
    }

    private static async Task<int> DiagnoseAsync(bool json, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var stack = await StackAsync(installation, cancel);
        await installation.WaitAfterBuildAsync(cancel);
        var diagnosis = await Diagnosis.OfThisMachineAsync(installation.Starter, stack, installation.Progress, cancel);
        if (json)
            Screen.WriteJson(DoctorReport.Json(diagnosis));
        else
            DoctorReport.Write(Terminal.Output, diagnosis);
        return ExitCode.Ok;
    }

    private static async Task<string?> StackAsync(Installation installation, CancellationToken cancel)
    {
        foreach (var stack in Diagnosis.StacksForNoise.Intersect(installation.Workers.Stacks))
            if ((await installation.PrepareAsync([stack], force: false, cancel))(stack).IsAvailable)
                return stack;
        return null;
    }
}
