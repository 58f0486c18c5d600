namespace Pingmark.EndToEndTests;

/// <summary>Users of another machine who are not root and have any login shell, by a real ssh.</summary>
[Trait("Gate", "no")]
public sealed class FarUserTests(SshMachines machines) : CommandLineUser, IClassFixture<SshMachines>
{
    private const double LongestEnd = 5,
        LongestComplaint = 10;

    [SkippableTheory]
    [InlineData("dash")]
    [InlineData("bash")]
    [InlineData("csh")]
    public async Task Workers_are_placed_in_the_users_own_home_by_any_shell(string shell)
    {
        (await PlacedAsync(shell)).Exits(0).Complains($"sending cpp/sockets to user-{shell} (");
        Assert.Equal("ok", Summary("run").GetProperty("cells")[0].GetProperty("status").GetString());
        Directory.Delete(Folder["run"], recursive: true);
        var second = (await PlacedAsync(shell)).Exits(0);
        Assert.DoesNotContain("sending", second.Errors, StringComparison.Ordinal);
        await machines.NothingIsLeftAsync(LongestEnd);
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
        (await PlacedAsync(shell)).Exits(3).Complains($"pingmark: user-{shell}: ", why, mend).Within(LongestComplaint);
        await machines.NothingIsLeftAsync(LongestEnd);
    }

    private Task<CommandResult> PlacedAsync(string shell)
    {
        var lacks = machines.Lacks ?? FarAccounts.Lacks(shell);
        Skip.If(lacks is not null, lacks);
        Folder.Write(
            "suite.yaml",
            "stacks: [cpp/tcp-epoll]\nwarmup: 20ms\nslice: 20ms\nduration: 200ms\nrounds: 1\nbudget: 1m\n"
        );
        return RunAsync(
            "run",
            "suite.yaml",
            "--out",
            "run",
            "--ssh-config",
            machines.Config,
            "--server",
            $"ssh:user-{shell}"
        );
    }
}
