using System.Text.RegularExpressions;

namespace Pingmark.TestRun.Setup;

/// <summary>One folder for the temporary files of all that is started from here; it is removed at the end.</summary>
internal sealed partial class TemporaryFiles : IDisposable
{
    private readonly string _folder;

    /// <summary>Its name is short, for paths of sockets are; and its parent's, for nobody else names it.</summary>
    public TemporaryFiles()
    {
        _folder = Directory.CreateTempSubdirectory("pmt-").FullName;
        // A database server that root starts is somebody else's.
#pragma warning disable CA1416 // Linux is all that it runs on.
        File.SetUnixFileMode(_folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | AllEnter);
#pragma warning restore CA1416
        Environment.SetEnvironmentVariable("TMPDIR", _folder);
        Environment.SetEnvironmentVariable("JDK_JAVA_OPTIONS", $"-Djava.io.tmpdir={_folder}");
    }

    private const UnixFileMode AllEnter =
        UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>What the .NET SDK keeps for its next build, some of it named by chance alone.</summary>
    [GeneratedRegex(@"\A(NuGetScratch.*|MSBuildTemp.*|\.dotnet|system-commandline-sentinel-files|\w{6})\z")]
    private static partial Regex OfBuilds();

    /// <summary>What runtimes could not remove whose processes tests killed, often with the controller that would have
    /// done it.</summary>
    [GeneratedRegex(@"\A(clr-debug-pipe-.*|dotnet-diagnostic-.*|\d{4}(_\d{2}){5}_\d+)\z")]
    private static partial Regex OfKilled();

    /// <summary>A test: what was started removed what it made.</summary>
    public Layer Layer =>
        new(
            "temporary files",
            files =>
            {
                var left = Directory
                    .EnumerateFileSystemEntries(_folder)
                    .Select(entry => Path.GetFileName(entry)!)
                    .Where(name => !OfBuilds().IsMatch(name) && !OfKilled().IsMatch(name))
                    .Order(StringComparer.Ordinal)
                    .ToList();
                files.Found.Add(
                    left.Count == 0
                        ? new("nothing is left", Outcome.Passed, 0)
                        : new("nothing is left", Outcome.Failed, 0, string.Join('\n', left))
                );
                return Task.FromResult(true);
            }
        );

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
