using Pingmark.Host;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class FolderKeeperTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_program_is_started_by_itself_where_it_was_built_with_its_runtime_and_else_by_that_of_this_process()
    {
        var assembly = _folder.Write("Folders.dll", "");
        var command = FolderKeeper.Command(assembly);
        Assert.Equal(assembly, command[1]);
        Assert.True(File.Exists(command[0]));
        Assert.Equal([_folder.Write("Folders", "")], FolderKeeper.Command(assembly));
    }
}
