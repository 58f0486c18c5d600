using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how many files a process may open: a connection is a descriptor on each side.</summary>
internal sealed class OpenFileLimit()
    : MachineCheck(
        "descriptors",
        "A process may open fewer files than the connections of the suites need.",
        "Raise the limit: `ulimit -n`, or nofile in /etc/security/limits.conf."
    )
{
    /// <summary>The most connections that the suites ask for, with some to spare.</summary>
    private const long Wanted = 2_048;

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.OpenFiles.Soft switch
        {
            null => Ok("A process may open as many files as it likes."),
            >= Wanted and var files => Ok("A process may open {files} files.", Count("files", files)),
            var files => Warning(
                "A process may open {files} files: no more connections fit on a side.",
                Count("files", files.Value)
            ) with
            {
                Mend = facts.OpenFiles.Hard is null or >= Wanted
                    ? $"ulimit -n {facts.OpenFiles.Hard ?? 65_536}"
                    : "raise nofile in /etc/security/limits.conf",
            },
        };
}
