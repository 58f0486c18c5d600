using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>What a worker process may answer, and what it may not.</summary>
public class WorkerReplyTests
{
    private static Task<WorkerFault> FaultOf(string line) => Scripts.FaultAsync(Scripts.Answering(line));

    [Fact]
    public async Task An_ok_reply_is_handed_over() =>
        Assert.Equal(
            "yes",
            (await Scripts.AskAsync(Scripts.Answering("""{"id":1,"status":"ok","answer":"yes","unknown":[1]}"""))).Text(
                "answer"
            )
        );

    [Fact]
    public async Task Requests_are_one_json_line_each_with_ids_from_one_and_their_fields()
    {
        await using var worker = await Scripts.StartAsync(
            """
            while read -r line; do
              id=$((id+1)); line=$(printf '%s' "$line" | tr -d '"')
              printf '{"id":%s,"status":"ok","line":"%s"}\n' $id "$line"
            done
            """
        );
        await worker.CallAsync("hello", [], Scripts.Generous, default);
        var reply = await worker.CallAsync(
            "listen",
            new() { ["port"] = 0, ["plain"] = true },
            Scripts.Generous,
            default
        );
        Assert.Equal("{id:2,op:listen,port:0,plain:true}", reply.Text("line"));
    }

    [Fact]
    public async Task Unsupported_is_an_exception_with_its_reason()
    {
        var error = await Assert.ThrowsAsync<UnsupportedException>(() =>
            Scripts.AskAsync(Scripts.Answering("""{"id":1,"status":"unsupported","reason":"max_connections is 10"}"""))
        );
        Assert.Equal("max_connections is 10", error.Reason);
        Assert.Equal("fake/script: max_connections is 10", error.Message);
        Assert.Equal(ExitCode.NothingAvailable, error.ExitCode);
    }

    [Fact]
    public async Task Error_is_a_fault_with_worker_phase_and_reason() =>
        Assert.Equal(
            "fake/script, hello: bind: Permission denied",
            (await FaultOf("""{"id":1,"status":"error","reason":"bind: Permission denied"}""")).Message
        );

    [Theory]
    [InlineData("garbage", "no JSON to stdout: garbage")]
    [InlineData("", "no JSON to stdout")]
    [InlineData("""{"id":1,"status":"ok" """, "no JSON to stdout")]
    [InlineData("[1]", "no JSON object: [1]")]
    [InlineData("null", "no JSON object: null")]
    [InlineData("""{"id":1}""", "without a status")]
    [InlineData("""{"id":2,"status":"ok"}""", "answered request 2 when 1 was asked")]
    [InlineData(
        """{"id":null,"status":"error","reason":"no JSON"}""",
        "answered request null when 1 was asked: no JSON"
    )]
    [InlineData("""{"status":"ok"}""", "answered request null when 1 was asked")]
    [InlineData("""{"id":"1","status":"ok"}""", "field 'id' is missing or no number")]
    [InlineData("""{"id":1.5,"status":"ok"}""", "field 'id' is 1.5, no whole number")]
    [InlineData("""{"id":1,"status":"fine"}""", "unknown status 'fine'")]
    [InlineData("""{"id":1,"status":true}""", "field 'status' is missing or no string")]
    [InlineData("""{"id":1,"status":"error"}""", "field 'reason' is missing")]
    [InlineData("""{"id":1,"status":"unsupported","reason":3}""", "field 'reason' is missing or no string")]
    [InlineData("""{"id":1,"status":"error","reason":"\ud800"}""", "field 'reason' is no valid Unicode text")]
    [InlineData("""{"id":1,"status":"ok","a\ude62":2}""", "no JSON to stdout")]
    [InlineData("""{"id":1,"status":"\udc00"}""", "field 'status' is no valid Unicode text")]
    public async Task Anything_else_is_a_fault(string line, string problem) =>
        Assert.Contains(problem, (await FaultOf(line)).Problem);

    [Fact]
    public async Task Deep_nesting_is_a_fault() =>
        Assert.Contains("no JSON", (await FaultOf(new string('[', 200) + new string(']', 200))).Problem);

    [Fact]
    public async Task Bytes_that_are_no_text_are_a_fault() =>
        Assert.Contains(
            "no JSON",
            (await Scripts.FaultAsync("read l; printf '\\377\\376\\n'; cat >/dev/null")).Problem
        );

    [Fact]
    public async Task A_long_line_of_garbage_is_told_in_short() =>
        Assert.InRange((await FaultOf(new string('x', 5000))).Message.Length, 200, 400);
}
