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

    /// <summary>How each of them is told is units' matter.</summary>
    [Theory]
    [InlineData(
        "for i in $(seq 50); do echo line $i >&2; done; exit 1",
        "ended with exit code 1",
        "line 31",
        "line 50"
    )]
    [InlineData("echo 'looking for a lock' >&2; exec sleep 600", "hello: no answer within", "looking for a lock")]
    [InlineData("echo hello world; cat >/dev/null", "something that is no JSON", "hello world")]
    [InlineData("head -c 6000000 /dev/zero; cat >/dev/null", "a line of more than 4194304 bytes")]
    [InlineData(
        "echo '{\"id\":1,\"status\":\"ok\",\"protocol\":2}'; cat >/dev/null",
        "speaks protocol 2, this controller speaks 1",
        "./pingmark build"
    )]
    public async Task A_crash_a_hang_or_nonsense_fails_the_cell_with_its_last_words(string script, params string[] said)
    {
        Root = new SourceTree(Folder).WithScript(script).Root;
        (await RunFakeAsync()).Exits(1).Within(5).Prints(said);
        var reason = Summary(Run).Cells()[0].GetProperty("reasons")[0].GetString()!;
        Assert.StartsWith("fake/sockets (", reason, StringComparison.Ordinal);
        Assert.All(said, text => Assert.Contains(text, reason));
    }

    /// <summary>What it will never do is unsupported, and no failure of its own.</summary>
    [Theory]
    [InlineData("echo 'no such device' >&2; exit 7", 1, "failed", "no such device")]
    [InlineData(
        Hello + "answer '{\"id\":2,\"status\":\"unsupported\",\"reason\":\"only on Sundays\"}'; cat >/dev/null",
        0,
        "unsupported",
        "only on Sundays"
    )]
    public async Task Beside_a_faulty_worker_the_others_are_measured(
        string script,
        int exitCode,
        string status,
        string said
    )
    {
        Root = new SourceTree(Folder).WithScript(script).Root;
        (await RunFakeAsync($"{FakeWorker.One},fake/tcp,{FakeWorker.Two}")).Exits(exitCode).Prints(said);
        Assert.Equal(["ok", status, "ok"], Statuses());
    }

    [Fact]
    public async Task A_missing_requirement_makes_it_unavailable_with_what_mends_it()
    {
        Root = new SourceTree(Folder)
            .WithManifest(
                new { requires = new[] { new { command = "frobnicator-9", debian = new[] { "frobnicator" } } } }
            )
            .Root;
        const string lacks = "frobnicator-9 is not installed";
        (await RunFakeAsync()).Exits(3).Complains(lacks, "apt-get install frobnicator");
        (await RunAsync("list", "stacks")).Exits(0).Prints($"fake/tcp {lacks}; mend: apt-get install frobnicator");
        (await RunAsync("build", "fake/sockets")).Exits(3).Prints(lacks);
        (await RunAsync("serve", "fake/tcp", "--plain")).Exits(3).Complains(lacks);
        (await RunAsync("probe", "tcp://[::1]:7", "--client", "fake/tcp")).Exits(3).Complains(lacks);
        (await RunFakeAsync($"{FakeWorker.One},fake/tcp")).Exits(0).Prints(lacks);
        Assert.Equal(["ok", "unavailable"], Statuses());
    }

    [Fact]
    public async Task A_build_that_fails_makes_it_unavailable()
    {
        string[][] build =
        [
            ["sh", "-c", "echo missing semicolon >&2; exit 1"],
        ];
        Root = new SourceTree(Folder).WithManifest(new { build }, script: null).Root;
        (await RunFakeAsync()).Exits(3).Complains("its build failed", "missing semicolon", "mend: (cd ");
    }

    [Fact]
    public async Task A_manifest_that_is_none_is_refused()
    {
        Root = new SourceTree(Folder).WithManifestText("{\n  \"name\": }").Root;
        (await RunAsync("list", "stacks")).Exits(2).Complains("fake/sockets/worker.json:2:").Within(5);
    }

    /// <summary>Beside it are fakes that always answer.</summary>
    public FaultyWorkerTests() => MoreWorkers = FakeWorker.In(Folder);

    internal override IReadOnlyList<string> Needs => [];

    private Task<CommandResult> RunFakeAsync(string stacks = "fake/tcp") =>
        RunAsync("run", "tiny", "--stacks", stacks, "--out", Run);

    private List<string> Statuses() => Summary(Run).Cells().Select(c => c.Text("status")).ToList();
}
