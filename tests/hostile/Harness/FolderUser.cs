using System.Runtime.InteropServices;
using Pingmark.Hostile.Tests.RunFolders;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>Base of tests about run folders of others: someone who is given one and calls <c>report</c>.</summary>
public abstract partial class FolderUser : IDisposable
{
    private const uint OfOwner = 0b110_000_000;

    internal TemporaryFolder Folder { get; } = new();

    /// <summary>A valid run in <c>run/</c>.</summary>
    protected FolderUser()
    {
        Folder.Write("run/run.json", FolderTexts.Info);
        Folder.Write("run/trials.jsonl", FolderTexts.Trials);
    }

    internal Task<CommandResult> ReportAsync() => CommandAsync("report", "run");

    internal Task<CommandResult> CommandAsync(params string[] arguments) =>
        new CommandInProcess(Folder.Path, null, null).RunAsync(arguments, "", Patience.For(20));

    internal void MakePipe(string name)
    {
        File.Delete(Folder[name]);
        Assert.Equal(0, MakeFifo(Folder[name], OfOwner));
    }

    public void Dispose()
    {
        Folder.Dispose();
        GC.SuppressFinalize(this);
    }

    [LibraryImport("libc", EntryPoint = "mkfifo", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakeFifo(string path, uint mode);
}
