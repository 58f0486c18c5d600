using System.Diagnostics;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>Workers that end, hang or refuse to end.</summary>
[Trait("Gate", "no")]
public class WorkerLifeTests
{
    [Fact]
    public async Task An_early_end_is_told_with_exit_code_and_the_last_lines_of_stderr_alone()
    {
        var fault = await Scripts.FaultAsync("read l; echo 'no such class' >&2; exit 3");
        Assert.Equal(
            "fake/script, hello: ended with exit code 3\n  its last lines on stderr:\n    no such class",
            fault.Message
        );
        fault = await Scripts.FaultAsync(
            "read l; i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i >&2; done; exit 1"
        );
        Assert.Equal((20, "line 81", "line 100"), (fault.StderrTail.Count, fault.StderrTail[0], fault.StderrTail[^1]));
    }

    [Fact]
    public async Task A_command_that_does_not_exist_is_a_fault()
    {
        await using var worker = await WorkerProcess.StartAsync(
            "fake/script",
            ["/nowhere/java"],
            "/",
            new Dictionary<string, string>(),
            cpus: null
        );
        var fault = await Assert.ThrowsAsync<WorkerFault>(() =>
            worker.CallAsync("hello", [], Scripts.Generous, default)
        );
        Assert.Contains("exit code", fault.Problem);
        Assert.Contains("/nowhere/java", fault.Message);
    }

    [Fact]
    public async Task A_flood_on_stderr_does_not_block_the_worker()
    {
        var reply = await Scripts.AskAsync(
            """
            read l; head -c 3000000 /dev/zero | tr '\0' 'x' | fold -w 100 >&2
            echo '{"id":1,"status":"ok"}'
            """
        );
        Assert.True(reply.Has("status"));
    }

    /// <summary>Java tells to stdout what it died of.</summary>
    [Fact]
    public async Task A_crash_is_told_with_its_signal_and_what_a_runtime_caught_by_its_own_name()
    {
        Assert.Equal("was killed by signal 9 (SIGKILL)", (await Scripts.FaultAsync("read l; kill -9 $$")).Problem);
        const string caught = "crashed with SIGSEGV and was killed by signal 6 (SIGABRT)";
        var fault = await Scripts.FaultAsync("read l; echo '#  SIGSEGV (0xb) at pc=0x7f, pid=1' >&2; kill -ABRT $$");
        Assert.Equal(caught, fault.Problem);
        fault = await Scripts.FaultAsync(
            "read l; printf '#\\n# A fatal error has been detected\\n#\\n#  SIGSEGV (0xb) at pc=0x7f\\n'; kill -ABRT $$"
        );
        Assert.Equal(caught, fault.Problem);
        Assert.Equal("#  SIGSEGV (0xb) at pc=0x7f", fault.StderrTail[^1]);
    }

    [Fact]
    public async Task Disposing_ends_what_a_worker_started()
    {
        var worker = await Scripts.StartAsync(
            """sleep 600 </dev/null >&2 & read l; echo "{\"id\":1,\"status\":\"ok\",\"helper\":$!}"; cat >/dev/null"""
        );
        var helper = (int)(await worker.CallAsync("hello", [], Scripts.Generous, default)).Number("helper");
        await worker.DisposeAsync();
        await Scripts.EndsAsync(helper);
    }

    [Fact]
    public async Task A_reply_tells_how_long_it_took()
    {
        var reply = await Scripts.AskAsync("""read l; sleep 0.2; echo '{"id":1,"status":"ok"}'; cat >/dev/null""");
        Assert.InRange(reply.ElapsedNs!.Value, 200_000_000, 30_000_000_000);
    }

    [Fact]
    public async Task Without_a_whole_reply_it_is_a_fault()
    {
        var fault = await Scripts.FaultAsync("read l; exec >&-; cat >/dev/null");
        Assert.Equal("closed its stdout but goes on running", fault.Problem);
        fault = await Scripts.FaultAsync("""read l; printf '{"id":1,"status":"ok"}'""");
        Assert.Equal("ended with exit code 0", fault.Problem);
        fault = await Scripts.FaultAsync("cat >/dev/null", TimeSpan.FromSeconds(0.2));
        Assert.Equal("no answer within 0.2 s, though it still runs", fault.Problem);
    }

    [Fact]
    public async Task A_user_who_cancels_gets_a_cancellation_not_a_fault()
    {
        await using var worker = await Scripts.StartAsync("cat >/dev/null");
        using var cancel = new CancellationTokenSource();
        var call = worker.CallAsync("hello", [], Scripts.Generous, cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
    }

    [Fact]
    public async Task A_worker_that_has_ended_before_the_request_is_told_so()
    {
        await using var worker = await Scripts.StartAsync("exit 5");
        var fault = await Assert.ThrowsAsync<WorkerFault>(async () =>
        {
            for (var i = 0; i < 1000; i++)
                await worker.CallAsync("hello", [], Scripts.Generous, default);
        });
        Assert.Equal("ended with exit code 5", fault.Problem);
    }

    [Fact]
    public async Task Disposing_kills_a_worker_that_ignores_the_end_of_its_stdin()
    {
        var worker = await Scripts.StartAsync(
            """trap '' TERM HUP INT; read l; echo '{"id":1,"status":"ok"}'; exec sleep 600"""
        );
        await worker.CallAsync("hello", [], Scripts.Generous, default);
        var pid = worker.Pid;
        await worker.DisposeAsync();
        Assert.False(Scripts.IsRunning(pid));
    }

    [Fact]
    public async Task Disposing_ends_a_frozen_worker()
    {
        var worker = await Scripts.StartAsync("cat >/dev/null");
        var pid = worker.Pid;
        worker.Freeze();
        await worker.DisposeAsync();
        Assert.False(Scripts.IsRunning(pid));
    }

    [Fact]
    public async Task A_frozen_worker_answers_after_the_thaw()
    {
        await using var worker = await Scripts.StartAsync(
            """read l; echo '{"id":1,"status":"ok"}'; read l; echo '{"id":2,"status":"ok"}'; cat >/dev/null"""
        );
        await worker.CallAsync("hello", [], Scripts.Generous, default);
        worker.Freeze();
        await WaitForStateAsync(worker.Pid, 'T');
        worker.Thaw();
        Assert.Equal("ok", (await worker.CallAsync("describe", [], Scripts.Generous, default)).Text("status"));
    }

    /// <summary>The kernel stops a process soon after the signal, not with it.</summary>
    private static async Task WaitForStateAsync(int pid, char state)
    {
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < Scripts.Generous; await Task.Yield())
            if (File.ReadAllText($"/proc/{pid}/stat").Split(") ")[1][0] == state)
                return;
        Assert.Fail($"process {pid} did not reach state {state}");
    }
}
