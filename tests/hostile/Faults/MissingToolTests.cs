using System.Diagnostics;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class MissingToolTests : FolderUser
{
    /// <summary>All commands that there are, but for one. The others that start workers are units' matter.</summary>
    [Fact]
    [Fault("setpriv, setsid, taskset or prlimit is not installed", "workers are unavailable, with what mends it", 3, 5)]
    public void Without_setpriv_nothing_is_started()
    {
        Directory.CreateDirectory(Folder["bin"]);
        var commands = Environment.GetEnvironmentVariable("PATH")!.Split(':').Where(Directory.Exists);
        foreach (var file in commands.SelectMany(Directory.EnumerateFiles).DistinctBy(Path.GetFileName))
            if (Path.GetFileName(file) is var name and not "setpriv")
                File.CreateSymbolicLink(Folder["bin/" + name], file);
        Folder.Write("suite.yaml", "stacks: [x/a]\n");
        var info = new ProcessStartInfo(Repository.Launcher, ["run", "suite.yaml", "--out", "fresh"])
        {
            WorkingDirectory = Folder.Path,
        };
        info.Environment["PATH"] = Folder["bin"];
        info.Environment["PINGMARK_NO_INSTALL"] = "1";
        info.Environment["PINGMARK_ROOT"] = FakeTree.In(Folder, "exit 1", "exit 1");
        var (code, output, errors) = Shell.End(info);
        var said = output + errors;
        Assert.Contains("setpriv is not installed", said);
        Assert.Contains("apt-get install util-linux", said);
        Assert.Equal(3, code);
    }
}
