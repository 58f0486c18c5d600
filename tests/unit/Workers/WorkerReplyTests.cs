using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>What a worker process may answer, and what it may not.</summary>
public class WorkerReplyTests
{
    private static Task<WorkerFault> FaultOf(string line) => Scripts.FaultAsync(Scripts.Answering(line));

    [Fact]
    public async Task Requests_are_one_json_line_each_with_ids_from_one_and_their_fields()
    {
        await using var worker = await Scripts.StartAsync(
            """
            while read -r line; do
              id=$((id+1)); line=$(printf '%s' "$line" | tr -d '"')
              printf '{"id":%s,"status":"ok","line":"%s","unknown":[1]}\n' $id "$line"
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
    public async Task Unsupported_is_an_exception_with_its_reason_and_an_error_a_fault_with_worker_and_phase()
    {
        var error = await Assert.ThrowsAsync<UnsupportedException>(() =>
            Scripts.AskAsync(Scripts.Answering("""{"id":1,"status":"unsupported","reason":"max_connections is 10"}"""))
        );
        Assert.Equal("max_connections is 10", error.Reason);
        Assert.Equal("fake/script: max_connections is 10", error.Message);
        Assert.Equal(ExitCode.NothingAvailable, error.ExitCode);
        Assert.Equal(
            "fake/script, hello: bind: Permission denied",
            (await FaultOf("""{"id":1,"status":"error","reason":"bind: Permission denied"}""")).Message
        );
    }

    [Fact]
    public Task Anything_else_is_a_fault() =>
        Assert.AllAsync<(string Line, string Problem)>(
            [
                ("garbage", "no JSON to stdout: garbage"),
                ("", "no JSON to stdout"),
                ("""{"id":1,"status":"ok" """, "no JSON to stdout"),
                (new string('[', 200) + new string(']', 200), "no JSON"),
                ("[1]", "no JSON object: [1]"),
                ("null", "no JSON object: null"),
                ("""{"id":1}""", "without a status"),
                ("""{"id":2,"status":"ok"}""", "answered request 2 when 1 was asked"),
                (
                    """{"id":null,"status":"error","reason":"no JSON"}""",
                    "answered request null when 1 was asked: no JSON"
                ),
                ("""{"status":"ok"}""", "answered request null when 1 was asked"),
                ("""{"id":"1","status":"ok"}""", "field 'id' is missing or no number"),
                ("""{"id":1.5,"status":"ok"}""", "field 'id' is 1.5, no whole number"),
                ("""{"id":1,"status":"fine"}""", "unknown status 'fine'"),
                ("""{"id":1,"status":true}""", "field 'status' is missing or no string"),
                ("""{"id":1,"status":"error"}""", "field 'reason' is missing"),
                ("""{"id":1,"status":"unsupported","reason":3}""", "field 'reason' is missing or no string"),
                ("""{"id":1,"status":"error","reason":"\ud800"}""", "field 'reason' is no valid Unicode text"),
                ("""{"id":1,"status":"ok","a\ude62":2}""", "no JSON to stdout"),
                ("""{"id":1,"status":"\udc00"}""", "field 'status' is no valid Unicode text"),
            ],
            async row => Assert.Contains(row.Problem, (await FaultOf(row.Line)).Problem)
        );

    [Fact]
    public async Task What_is_no_text_is_a_fault_and_garbage_is_told_in_short()
    {
        var fault = await Scripts.FaultAsync("read l; printf '\\377\\376\\n'; cat >/dev/null");
        Assert.Contains("no JSON", fault.Problem);
        Assert.InRange((await FaultOf(new string('x', 5000))).Message.Length, 200, 400);
    }
}
