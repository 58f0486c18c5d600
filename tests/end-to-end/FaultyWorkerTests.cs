namespace Pingmark.EndToEndTests;

/// <summary>Workers that are missing, crash, hang or talk nonsense fail their own cell with a reason; the rest of the
/// run goes on.</summary>
public sealed class FaultyWorkerTests : CommandLineUser
{
    private const string Hello = """
        answer() { read -r request; echo "$1"; }
        about='"worker":"fake/sockets","runtime":"sh","libraries":[],"cpus":[0],"gc":null,"stacks":["fake/tcp"]'
        answer '{"id":1,"status":"ok","protocol":1,'$about',"histogram_layout":"log-linear/1024"}'

        """;

    private const string Run = "run";

    [Theory]
    [InlineData("echo 'no such device' >&2; exit 7", "ended with exit code 7", "no such device")]
    [InlineData("for i in $(seq 50); do echo line $i >&2; done; exit 1", "line 31", "line 50")]
    [InlineData("read -r request; echo 'going down' >&2; kill -9 $$", "was killed by signal 9", "going down")]
    [InlineData("exit 0", "ended with exit code 0")]
    [InlineData(
        Hello + "echo 'no describe today' >&2; exit 4",
        "describe: ended with exit code 4",
        "no describe today"
    )]
    public Task A_crash_shows_how_it_ended_and_its_last_words(string script, params string[] said) =>
        FailsAsync(script, said);

    [Theory]
    [InlineData("echo 'looking for a lock' >&2; exec sleep 600", "hello: no answer within", "looking for a lock")]
    [InlineData("trap '' TERM HUP INT; while :; do read -r request || sleep 1; done", "hello: no answer within")]
    [InlineData("exec >&- ; exec sleep 600", "closed its stdout but goes on running")]
    public Task A_worker_that_hangs_is_given_up(string script, params string[] said) => FailsAsync(script, said);

    [Theory]
    [InlineData("echo hello world; cat >/dev/null", "something that is no JSON", "hello world")]
    [InlineData("head -c 4096 /dev/urandom; echo; cat >/dev/null", "printed")]
    [InlineData("head -c 6000000 /dev/zero; cat >/dev/null", "a line of more than 4194304 bytes")]
    [InlineData("echo '[1]'; cat >/dev/null", "no JSON object")]
    [InlineData("echo '{\"id\":1}'; cat >/dev/null", "without a status")]
    [InlineData("echo '{\"id\":9,\"status\":\"ok\"}'; cat >/dev/null", "answered request 9 when 1 was asked")]
    [InlineData("echo '{\"id\":1,\"status\":\"maybe\"}'; cat >/dev/null", "unknown status 'maybe'")]
    [InlineData("echo '{\"id\":1,\"status\":\"ok\"}'; cat >/dev/null", "field 'protocol' is missing")]
    [InlineData(
        "echo '{\"id\":1,\"status\":\"ok\",\"protocol\":2}'; cat >/dev/null",
        "speaks protocol 2, this controller speaks 1",
        "`pingmark build`"
    )]
    [InlineData(
        Hello + "echo '{\"id\":2,\"status\":\"error\",\"reason\":\"out of luck\"}'; cat >/dev/null",
        "out of luck"
    )]
    public Task Nonsense_on_stdout_is_quoted(string script, params string[] said) => FailsAsync(script, said);

    [Fact]
    public async Task An_executable_that_is_missing_is_named()
    {
        Root = new SourceTree(Folder).WithManifest(new { start = new[] { "/nowhere/worker" } }).Root;
        (await RunFakeAsync()).Exits(1).Prints("ended with exit code 127", "/nowhere/worker").Within(5);
    }

    [Fact]
    public async Task What_a_worker_will_never_do_is_unsupported_and_no_failure_of_its_own()
    {
        Root = new SourceTree(Folder)
            .WithReal("cpp")
            .WithScript(
                Hello + "answer '{\"id\":2,\"status\":\"unsupported\",\"reason\":\"only on Sundays\"}'; cat >/dev/null"
            )
            .Root;
        (await RunFakeAsync("cpp/tcp-spin,fake/tcp")).Exits(0).Prints("only on Sundays");
        Assert.Equal(["ok", "unsupported"], Statuses());
    }

    [Fact]
    public async Task A_faulty_worker_fails_its_cell_and_the_others_are_measured()
    {
        Root = new SourceTree(Folder).WithReal("cpp").WithScript("echo 'no such device' >&2; exit 7").Root;
        (await RunFakeAsync("cpp/tcp-spin,fake/tcp,cpp/tcp-epoll")).Exits(1).Prints("no such device");
        Assert.Equal(["ok", "failed", "ok"], Statuses());
    }

    [Fact]
    public async Task A_missing_requirement_makes_it_unavailable_with_what_mends_it()
    {
        Root = new SourceTree(Folder)
            .WithReal("cpp")
            .WithManifest(
                new { requires = new[] { new { command = "frobnicator-9", debian = new[] { "frobnicator" } } } }
            )
            .Root;
        (await RunFakeAsync())
            .Exits(3)
            .Complains("frobnicator-9 is not installed", "apt-get install frobnicator")
            .Within(5);
        (await RunAsync("list", "stacks"))
            .Exits(0)
            .Prints("fake/tcp frobnicator-9 is not installed; mend: apt-get install frobnicator")
            .Within(5);
        (await RunAsync("build", "fake/sockets")).Exits(3).Prints("frobnicator-9 is not installed").Within(5);
        (await RunAsync("serve", "fake/tcp", "--plain")).Exits(3).Complains("frobnicator-9 is not installed").Within(5);
        (await RunAsync("probe", "tcp://[::1]:7", "--client", "fake/tcp"))
            .Exits(3)
            .Complains("frobnicator-9 is not installed")
            .Within(5);
        (await RunFakeAsync("cpp/tcp-spin,fake/tcp")).Exits(0).Prints("frobnicator-9 is not installed");
        Assert.Equal(["ok", "unavailable"], Statuses());
    }

    [Fact]
    public async Task A_build_that_fails_makes_it_unavailable_with_the_builds_last_lines()
    {
        Root = new SourceTree(Folder)
            .WithManifest(
                new { build = new[] { new[] { "sh", "-c", "echo missing semicolon >&2; exit 1" } } },
                script: null
            )
            .Root;
        (await RunFakeAsync()).Exits(3).Complains("its build failed", "missing semicolon", "mend: (cd ").Within(5);
    }

    [Fact]
    public async Task A_build_that_makes_nothing_makes_it_unavailable()
    {
        Root = new SourceTree(Folder).WithManifest(new { build = new[] { new[] { "true" } } }, script: null).Root;
        (await RunFakeAsync()).Exits(3).Complains("its build made no worker.sh").Within(5);
    }

    [Theory]
    [InlineData("{\n  \"name\": }", "worker.json:2:")]
    [InlineData("{}", "worker.json:")]
    [InlineData(
        """
            {"name":"fake/sockets","runtime":"fake","stacks":["fake/tcp"],"output":"o","start":["sh"],"colour":"red"}
            """,
        "colour"
    )]
    public async Task A_manifest_that_is_none_is_refused(string json, string said)
    {
        Root = new SourceTree(Folder).WithManifestText(json).Root;
        (await RunAsync("list", "stacks")).Exits(2).Complains("fake/sockets/worker.json:", said).Within(5);
    }

    /// <summary>Alone it fails within 5 s, with the reason in the report and in summary.json.</summary>
    private async Task FailsAsync(string script, string[] said)
    {
        Root = new SourceTree(Folder).WithScript(script).Root;
        var result = (await RunFakeAsync()).Exits(1).Within(5);
        var reason = Summary(Run).Cells()[0].GetProperty("reasons")[0].GetString()!;
        Assert.StartsWith("fake/sockets (", reason, StringComparison.Ordinal);
        foreach (var text in said)
        {
            Assert.Contains(text, reason);
            result.Prints(text);
        }
    }

    private Task<CommandResult> RunFakeAsync(string stacks = "fake/tcp") =>
        RunAsync("run", "tiny", "--stacks", stacks, "--out", Run);

    private List<string> Statuses() => Summary(Run).Cells().Select(c => c.Text("status")).ToList();
}
