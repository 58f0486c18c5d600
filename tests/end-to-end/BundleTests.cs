namespace Pingmark.EndToEndTests;

/// <summary>What is no bundle.</summary>
public sealed class BundleTests : CommandLineUser
{
    [Fact]
    public async Task What_is_no_bundle_is_bad_input()
    {
        (await RunAsync("verify", "nowhere")).Exits(2).Complains("nowhere: can't be read");
        Folder.Write("text", "text");
        (await RunAsync("verify", "text")).Exits(2).Complains("it is no bundle");
        (await RunAsync("bundle", "nowhere")).Exits(2).Complains("holds no run");
    }
}
