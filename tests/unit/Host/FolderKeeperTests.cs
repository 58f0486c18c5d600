using Pingmark.Host;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class FolderKeeperTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_program_that_was_built_with_its_runtime_is_started_by_itself() =>
        Assert.Equal([_folder.Write("Folders", "")], FolderKeeper.Command(_folder.Write("Folders.dll", "")));

    [Fact]
    public void Any_other_is_started_by_the_runtime_of_this_process()
    {
        var assembly = _folder.Write("Folders.dll", "");
        var command = FolderKeeper.Command(assembly);
        Assert.Equal(assembly, command[1]);
        Assert.True(File.Exists(command[0]));
    }
}
