using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class LocalFolderTests
{
    [Fact]
    public void Only_its_user_may_enter_it_and_it_goes_with_what_is_in_it()
    {
        string path;
        using (var folder = new LocalFolder())
        {
            path = folder.Path;
            using var other = new LocalFolder();
            Assert.NotEqual(path, other.Path);
#pragma warning disable CA1416 // Linux is all that it runs on.
            Assert.Equal(
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute,
                File.GetUnixFileMode(path)
            );
#pragma warning restore CA1416
            File.WriteAllText(Path.Combine(path, "1"), "");
        }
        Assert.False(Directory.Exists(path));
    }
}
