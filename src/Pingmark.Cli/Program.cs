using System.Runtime.InteropServices;
using Pingmark;
using Pingmark.Cli;

const int FileSizeExceeded = 25;

if (SupportedSystem.Refusal(OperatingSystem.IsLinux(), RuntimeInformation.OSDescription) is { } refusal)
{
    Console.Error.WriteLine($"pingmark: {refusal}");
    return ExitCode.NothingAvailable;
}

// A file that grows beyond `ulimit -f` is an error that can be said, and not the end of the process.
using var fileSize = PosixSignalRegistration.Create((PosixSignal)FileSizeExceeded, signal => signal.Cancel = true);
return await CommandLine.InvokeAsync(Commands.Root(args), args);
