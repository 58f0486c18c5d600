using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Http;
using Pingmark.EndToEndTests.Harness;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Ui;
using Xunit;

namespace Pingmark.Tests.Ui;

/// <summary>Pages and forms, without a network.</summary>
public sealed partial class UiRoutesTests : IDisposable
{
    private const string FormType = "application/x-www-form-urlencoded",
        Hostile = "</a><script>alert(1)</script>\u202e\u001b[31m\"";

    private readonly TemporaryFolder _folder = new();
    private readonly RunsOfFolder _runs;
    private readonly UiRoutes _routes;
    private readonly RunStarter _starter;

    public UiRoutesTests()
    {
        _runs = new(_folder.Path);
        // As of a server that a script has started in the background.
        _starter = new(["/bin/sh", "-c", "trap '' INT; echo from $0 $@ >&2; exec sleep 60"], ["quick"], _runs);
        _routes = new(
            _runs,
            _starter,
            new(IPAddress.Loopback, token: null),
            new(_runs, _starter, TimeSpan.FromMilliseconds(10)),
            CancellationToken.None
        );
    }

    [Fact]
    public async Task Runs_are_listed_and_what_is_none_is_named()
    {
        Write("finished", finished: true);
        Write("killed");
        Directory.CreateDirectory(_runs.PathOf("other"));
        using (Write("going"))
        {
            var page = await GetAsync("/");
            Assert.Matches("/run/finished.*finished", page.Body);
            Assert.Matches("/run/killed", page.Body);
            Assert.Matches("/live/going", page.Body);
            Assert.Contains("skipped: other", page.Body);
        }
        Assert.Matches("/run/going", (await GetAsync("/")).Body);
    }

    [Fact]
    public async Task Text_from_folders_stays_text()
    {
        using var run = Write("<img src=x onerror=alert(1)>", suite: Hostile);
        foreach (var path in new[] { "/", "/live/<img src=x onerror=alert(1)>", "/trend", "/trend?stack=<img>" })
        {
            var page = await GetAsync(path);
            Assert.Equal(200, page.Status);
            Assert.DoesNotContain("<script>alert", page.Body);
            Assert.DoesNotContain("<img", page.Body);
            Assert.DoesNotContain(page.Body, c => c is '\u202e' or '\u001b');
        }
        Assert.Equal(
            "/live/%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E",
            (await GetAsync("/run/<img src=x onerror=alert(1)>")).Headers.Location.ToString()
        );
    }

    [Fact]
    public async Task Every_answer_has_its_policy()
    {
        Write("one", finished: true);
        foreach (
            var path in new[] { "/", "/run/one", "/live/one", "/compare?baseline=one&run=one", "/trend", "/nothing" }
        )
        {
            var headers = (await GetAsync(path)).Headers;
            Assert.StartsWith("default-src 'none'; script-src ", headers.ContentSecurityPolicy.ToString());
            Assert.DoesNotContain("unsafe", headers.ContentSecurityPolicy.ToString());
            Assert.EndsWith("frame-ancestors 'none'", headers.ContentSecurityPolicy.ToString());
            Assert.Equal("nosniff", headers.XContentTypeOptions.ToString());
        }
    }

    [Fact]
    public Task What_is_not_there_is_refused()
    {
        Write("one", finished: true);
        return Assert.AllAsync<(string Path, int Status)>(
            [
                ("/run/../one", 404),
                ("/run/..", 400),
                ("/run/nobody", 400),
                ("/compare?baseline=one", 400),
                ("/compare?baseline=../one&run=one", 400),
                ("/trend?metric=none", 400),
            ],
            async row => Assert.Equal(row.Status, (await GetAsync(row.Path)).Status)
        );
    }

    [Fact]
    public async Task Two_runs_are_compared_and_shown_over_time()
    {
        Write("one", finished: true);
        Write("two", finished: true);
        var page = await GetAsync("/compare?baseline=one&run=two");
        Assert.Contains("one, test of 1970", page.Body);
        Assert.Contains("throughput", page.Body, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("<svg class=\"interval ", page.Body);
        page = await GetAsync("/trend");
        Assert.Equal(200, page.Status);
        Assert.Contains("x/tcp-a", page.Body);
        page = await GetAsync("/trend?stack=x/tcp-a&metric=rtt_p50_ns");
        Assert.Matches("selected=\"\">RTT p50", page.Body);
        Assert.Contains("two", page.Body);
    }

    [Fact]
    public async Task A_suite_is_started_once_and_stopped()
    {
        var form = Form().Match((await GetAsync("/")).Body).Groups[1].Value;
        Assert.Equal(403, (await PostAsync("/start", "suite=quick&form=guessed")).Status);
        Assert.Null(_starter.Last);
        var started = await PostAsync("/start", $"suite=quick&budget=5s&form={form}");
        Assert.Equal(303, started.Status);
        Assert.StartsWith("/live/quick-", started.Headers.Location.ToString());
        Assert.Equal(400, (await PostAsync("/start", $"suite=quick&form={form}")).Status);
        var run = _starter.Last!;
        await IsToldAsync(run.Name, $"from run quick --out {_runs.PathOf(run.Name)} --budget 5s");
        Assert.False(run.IsOver);
        Assert.Equal(303, (await PostAsync("/stop", $"run={run.Name}&form={form}")).Status);
        await IsToldAsync(run.Name, "It ended with exit code 143.");
        await _starter.DisposeAsync();
        Assert.True(run.IsOver);
    }

    [Fact]
    public async Task What_can_not_be_started_is_refused_and_the_form_keeps_what_was_filled_in()
    {
        var form = Form().Match((await GetAsync("/")).Body).Groups[1].Value;
        var refused = await PostAsync("/start", $"suite=quick&budget=soon&stacks=cpp%2Fa%2Cb&form={form}");
        Assert.Equal(400, refused.Status);
        Assert.Matches("Not started: .*soon", refused.Body);
        Assert.Contains("value=\"soon\"", refused.Body);
        Assert.Contains("value=\"cpp/a,b\"", refused.Body);
        Assert.Contains("value=\"quick\" selected=\"\"", refused.Body);
        await Assert.AllAsync<string>(
            [
                "suite=../quick",
                "suite=quick&budget=soon",
                "suite=quick&stacks=--out",
                "suite=quick&stacks=%00",
                "suite=quick&stacks=\0",
                "suite=quick&budget=%00",
                "suite=quick&budget=1e999s",
                "suite=quick&suite=quick",
            ],
            async fields => Assert.Equal(400, (await PostAsync("/start", $"{fields}&form={form}")).Status)
        );
        Assert.Null(_starter.Last);
    }

    [Fact]
    public async Task The_list_tells_outcome_and_machine()
    {
        Write("one", finished: true).Dispose();
        using var going = Write("going");
        var page = await GetAsync("/");
        const string outcome = "class=\"outcome\">(?:(?!</td>)[\\s\\S])*x/tcp-a";
        Assert.Matches(outcome, page.Body);
        Assert.Contains($"{Trial.Run(Trial.Cell()).Machine.Cpu}, ", page.Body);
        Assert.Matches("live/going.*\n?.*verdict measuring", page.Body);
        // What is summed up anew is told anew.
        File.WriteAllText(Path.Combine(_runs.PathOf("one"), "summary.json"), "{}");
        Assert.DoesNotMatch(outcome, (await GetAsync("/")).Body);
    }

    /// <summary>Whoever watches the run.</summary>
    private async Task IsToldAsync(string run, string text)
    {
        var watch = new RunWatch(_runs, _starter, TimeSpan.FromMilliseconds(1));
        using var deadline = new CancellationTokenSource(Patience.For(10));
        var told = new List<string>();
        await foreach (var (_, data) in watch.FollowAsync(run, deadline.Token))
        {
            told.Add(data);
            if (data.Contains(text, StringComparison.Ordinal))
                return;
        }
        Assert.Fail($"'{text}' was not told, but {string.Join(" | ", told)}");
    }

    [Fact]
    public async Task What_no_form_here_has_is_refused()
    {
        var fields = string.Join('&', Enumerable.Range(0, 5000).Select(n => $"f{n}=1"));
        Assert.Equal(400, (await PostAsync("/start", fields)).Status);
        Assert.Equal(400, (await PostAsync("/start", $"{new string('k', 5000)}=1")).Status);
        var part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n";
        var parts = string.Concat(Enumerable.Repeat(part, 500)) + "--b--\r\n";
        Assert.Equal(415, (await AnswerAsync("POST", "/start", parts, "multipart/form-data; boundary=b")).Status);
        Assert.Equal(415, (await AnswerAsync("POST", "/stop", "{}", "application/json")).Status);
        Assert.Null(_starter.Last);
    }

    [Fact]
    public Task Other_methods_are_refused() =>
        Assert.AllAsync<(string Method, string Path, string Allowed)>(
            [
                ("POST", "/", "GET"),
                ("HEAD", "/live/x/events", "GET"),
                ("GET", "/start", "POST"),
                ("OPTIONS", "/stop", "POST"),
            ],
            async row =>
            {
                var answer = await AnswerAsync(row.Method, row.Path, "");
                Assert.Equal(405, answer.Status);
                Assert.Equal(row.Allowed, answer.Headers.Allow.ToString());
            }
        );

    [Fact]
    public async Task A_run_is_followed_until_it_ends_and_is_measuring_and_not_unusable_until_then()
    {
        var watch = new RunWatch(_runs, _starter, TimeSpan.FromMilliseconds(1));
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        var (kinds, figures) = (new List<string>(), new List<string>());
        var run = RunFolder.Create(_runs.PathOf("going"), Trial.Run(Trial.Cell(), Trial.Cell("x/tcp-b")));
        File.WriteAllText(run["trials.jsonl"], "");
        await foreach (var (kind, data) in watch.FollowAsync("going", deadline.Token))
        {
            if (kind.Length > 0)
                kinds.Add(kind);
            if (kind != "figures")
                continue;
            figures.Add(data);
            if (figures.Count == 1)
                run.Append([Trial.Of()]);
            else
                run.Dispose();
        }
        Assert.Equal(["figures", "state", "figures", "figures", "end"], kinds);
        Assert.Contains("nothing yet that can be used.", figures[0]);
        Assert.Contains("Answer so far", figures[1]);
        Assert.All(figures[..2], markup => Assert.Contains("verdict measuring\">measuring", markup));
        Assert.All(figures[..2], markup => Assert.DoesNotContain("verdict unusable", markup));
        Assert.DoesNotContain("easuring", figures[2]);
        Assert.Contains(">unmeasured<", figures[2]);
    }

    [Fact]
    public void Data_of_an_event_can_not_begin_another() =>
        Assert.Equal(
            "event: state\ndata: a\ndata: event: end\ndata: \n\n",
            UiRoutes.Text("state", "a\r\nevent: end\r")
        );

    private RunFolder Write(string name, string suite = "test", bool finished = false)
    {
        var info = Trial.Run(Trial.Cell()) with { Suite = suite };
        var run = RunFolder.Create(_runs.PathOf(name), info);
        run.Append([Trial.Of()]);
        if (finished)
        {
            File.WriteAllText(run["summary.json"], SummaryJson.Serialize(SummedRun.Read(run).Summary));
            run.Dispose();
        }
        else if (name == "killed")
            run.Dispose();
        return run;
    }

    private Task<Answer> GetAsync(string address) => AnswerAsync("GET", address, "", null);

    private Task<Answer> PostAsync(string address, string form) => AnswerAsync("POST", address, form);

    private async Task<Answer> AnswerAsync(string method, string address, string body, string? type = FormType)
    {
        var context = new DefaultHttpContext();
        context.Connection.LocalPort = 1;
        var (path, query) = address.Split('?') is [var p, var q] ? (p, "?" + q) : (address, "");
        (context.Request.Method, context.Request.Host) = (method, new("127.0.0.1:1"));
        (context.Request.Path, context.Request.QueryString) = (path, new(query));
        context.Request.ContentType = type;
        context.Request.Body = new MemoryStream(Encoding.UTF8.GetBytes(body));
        using var answer = new MemoryStream();
        context.Response.Body = answer;
        await _routes.AnswerAsync(context);
        return new(context.Response.StatusCode, context.Response.Headers, Encoding.UTF8.GetString(answer.ToArray()));
    }

    public void Dispose() => _folder.Dispose();

    private sealed record Answer(int Status, IHeaderDictionary Headers, string Body);

    [GeneratedRegex("name=\"form\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Form();
}
