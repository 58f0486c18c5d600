using System.Runtime.InteropServices;
using Pingmark.Cli;

const int FileSizeExceeded = 25;

// A file that grows beyond `ulimit -f` is an error that can be said, and not the end of the process.
using var fileSize = PosixSignalRegistration.Create((PosixSignal)FileSizeExceeded, signal => signal.Cancel = true);
var words = Commands.WithOptions(args);
return await CommandLine.InvokeAsync(Commands.Root(words), words);
