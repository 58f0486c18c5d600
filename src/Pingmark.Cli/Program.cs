using System.CommandLine;
using System.Runtime.InteropServices;
using Pingmark.Cli;

const int FileSizeExceeded = 25;
var root = new RootCommand(
    "Pingmark: which networking stack should I use, what does it cost, and can I trust the numbers?"
);
foreach (var command in Commands.For(args))
    root.Subcommands.Add(command);
Introduction.AddTo(root);
Help.AddExamples(
    root,
    "pingmark run quick                      the first impression, in about a minute",
    "pingmark run epoll-vs-threads --budget 2m",
    "pingmark probe tcp://[::1]:7 --framing none --message-bytes 32"
);

// A file that grows beyond `ulimit -f` is an error that can be said, and not the end of the process.
using var fileSize = PosixSignalRegistration.Create((PosixSignal)FileSizeExceeded, signal => signal.Cancel = true);
return await CommandLine.InvokeAsync(root, args);
