using System.CommandLine;
using Pingmark.Cli;

var root = new RootCommand(
    "Pingmark: which networking stack should I use, what does it cost, and can I trust the numbers?"
)
{
    RunCommand.Create(),
    ListCommand.Create(),
    ReportCommand.Create(),
    ProbeCommand.Create(),
    ServeCommand.Create(),
    ConformCommand.Create(),
    DoctorCommand.Create(),
    BuildCommand.Create(),
    NbnCommand.Create(),
};
Help.AddExamples(
    root,
    "pingmark run quick                      the first impression, in about a minute",
    "pingmark run epoll-vs-threads --budget 2m",
    "pingmark probe tcp://[::1]:7 --framing none --message-bytes 32"
);
return await CommandLine.InvokeAsync(root, args);
