namespace Pingmark.Doctor;

/// <summary>A connection is a descriptor on each side.</summary>
internal sealed class DescriptorsFinding : IFinding
{
    /// <summary>The most connections that the suites ask for, and some to spare.</summary>
    private const long Wanted = 2_048;

    public Finding Judge(MachineFacts facts) =>
        facts.OpenFiles.Soft switch
        {
            null => new("descriptors", FindingVerdict.Ok, "A process may open as many files as it likes."),
            >= Wanted and var soft => new("descriptors", FindingVerdict.Ok, $"A process may open {soft} files."),
            var soft => new(
                "descriptors",
                FindingVerdict.Warning,
                $"A process may open {soft} files: no more connections fit on a side.",
                facts.OpenFiles.Hard is null or >= Wanted
                    ? $"ulimit -n {facts.OpenFiles.Hard ?? 65_536}"
                    : "raise nofile in /etc/security/limits.conf"
            ),
        };
}
