namespace Pingmark.EndToEndTests;

/// <summary>Users of another machine who are not root and have any login shell, by a real ssh.</summary>
[Trait("Gate", "no")]
public sealed class FarUserTests(SshMachines machines) : SshUser(machines)
{
    [SkippableTheory]
    [InlineData("dash")]
    [InlineData("bash")]
    [InlineData("csh")]
    public async Task Workers_are_placed_in_the_users_own_home_by_any_shell(string shell)
    {
        (await ToAsync(shell)).Exits(0).Complains($"sending cpp/sockets to user-{shell} (");
        Assert.Equal("ok", Summary("run").Cells()[0].Text("status"));
        var second = (await ToAsync(shell)).Exits(0);
        Assert.DoesNotContain("sending", second.Errors, StringComparison.Ordinal);
        await NothingIsLeftAsync();
    }

    [SkippableTheory]
    [InlineData("rbash", "its user has a restricted login shell there", "ssh:USER@user-rbash")]
    [InlineData("nologin", "its user may run nothing there", "ssh:USER@user-nologin")]
    [InlineData("false", "ssh ended without a word (exit code 1)", "look at the login shell that its user has there")]
    [Fault(
        "the user's login shell on another machine is restricted, or lets nobody in (rbash, nologin, false)",
        "it is named, with what to try",
        3,
        10
    )]
    public async Task A_shell_that_runs_nothing_is_named(string shell, string why, string mend)
    {
        (await ToAsync(shell)).Exits(3).Complains($"pingmark: user-{shell}: ", why, mend).Within(LongestComplaint);
        await NothingIsLeftAsync();
    }

    private Task<CommandResult> ToAsync(string shell)
    {
        Skip.If(FarAccounts.Lacks(shell) is not null, FarAccounts.Lacks(shell));
        Suite("[cpp/tcp-epoll]");
        return PlacedAsync("--server", $"ssh:user-{shell}");
    }
}
