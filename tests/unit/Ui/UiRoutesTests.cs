using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Http;
using Pingmark.EndToEndTests.Harness;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Ui;
using Pingmark.Vocabulary;
using Xunit;

namespace Pingmark.Tests.Ui;

/// <summary>Pages and forms, without a network.</summary>
public sealed partial class UiRoutesTests : IDisposable
{
    private const string Hostile = "</a><script>alert(1)</script>\u202e\u001b[31m\"";

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
        foreach (var path in new[] { "/", "/run/<img src=x onerror=alert(1)>", "/live/<img src=x onerror=alert(1)>" })
        {
            var page = await GetAsync(path);
            Assert.Equal(200, page.Status);
            Assert.DoesNotContain("<script>alert", page.Body);
            Assert.DoesNotContain("<img", page.Body);
            Assert.DoesNotContain(page.Body, c => c is '\u202e' or '\u001b');
        }
    }

    [Fact]
    public async Task Every_answer_has_its_policy()
    {
        Write("one", finished: true);
        foreach (var path in new[] { "/", "/run/one", "/live/one", "/compare?baseline=one&run=one", "/nothing" })
        {
            var headers = (await GetAsync(path)).Headers;
            Assert.StartsWith("default-src 'none'; script-src ", headers.ContentSecurityPolicy.ToString());
            Assert.DoesNotContain("unsafe", headers.ContentSecurityPolicy.ToString());
            Assert.EndsWith("frame-ancestors 'none'", headers.ContentSecurityPolicy.ToString());
            Assert.Equal("nosniff", headers.XContentTypeOptions.ToString());
        }
    }

    [Theory]
    [InlineData("/run/../one", 404)]
    [InlineData("/run/..", 400)]
    [InlineData("/run/nobody", 400)]
    [InlineData("/compare?baseline=one", 400)]
    [InlineData("/compare?baseline=../one&run=one", 400)]
    public async Task What_is_not_there_is_refused(string path, int status)
    {
        Write("one", finished: true);
        Assert.Equal(status, (await GetAsync(path)).Status);
    }

    [Fact]
    public async Task Two_runs_are_compared()
    {
        Write("one", finished: true);
        Write("two", finished: true);
        var page = await GetAsync("/compare?baseline=one&run=two");
        Assert.Contains("one, test of 1970", page.Body);
        Assert.Contains("throughput", page.Body, StringComparison.OrdinalIgnoreCase);
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

    [Theory]
    [InlineData("suite=../quick")]
    [InlineData("suite=quick&budget=soon")]
    [InlineData("suite=quick&stacks=--out")]
    public async Task What_can_not_be_started_is_refused(string fields)
    {
        var form = Form().Match((await GetAsync("/")).Body).Groups[1].Value;
        Assert.Equal(400, (await PostAsync("/start", $"{fields}&form={form}")).Status);
        Assert.Null(_starter.Last);
    }

    [Fact]
    public async Task A_run_is_followed_until_it_ends()
    {
        var watch = new RunWatch(_runs, _starter, TimeSpan.FromMilliseconds(1));
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        var kinds = new List<string>();
        var run = Write("going");
        await foreach (var (kind, data) in watch.FollowAsync("going", deadline.Token))
        {
            if (kind.Length > 0)
                kinds.Add(kind);
            if (kinds is ["figures", "state"])
                run.Append([Trial.Of(round: 2)]);
            if (kinds is ["figures", "state", "figures"])
            {
                Assert.Contains("2 rounds", data);
                run.Dispose();
            }
        }
        Assert.Equal(["figures", "state", "figures", "end"], kinds);
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
            File.WriteAllText(run["summary.json"], SummaryJson.Serialize(SummedRun.Of(run).Summary));
            run.Dispose();
        }
        else if (name == "killed")
            run.Dispose();
        return run;
    }

    private Task<Answer> GetAsync(string address) => AnswerAsync("GET", address, "");

    private Task<Answer> PostAsync(string address, string form) => AnswerAsync("POST", address, form);

    private async Task<Answer> AnswerAsync(string method, string address, string form)
    {
        var context = new DefaultHttpContext();
        context.Connection.LocalPort = 1;
        var (path, query) = address.Split('?') is [var p, var q] ? (p, "?" + q) : (address, "");
        (context.Request.Method, context.Request.Host) = (method, new("127.0.0.1:1"));
        (context.Request.Path, context.Request.QueryString) = (path, new(query));
        if (method == "POST")
            context.Request.ContentType = "application/x-www-form-urlencoded";
        context.Request.Body = new MemoryStream(Encoding.UTF8.GetBytes(form));
        using var body = new MemoryStream();
        context.Response.Body = body;
        await _routes.AnswerAsync(context);
        return new(context.Response.StatusCode, context.Response.Headers, Encoding.UTF8.GetString(body.ToArray()));
    }

    public void Dispose() => _folder.Dispose();

    private sealed record Answer(int Status, IHeaderDictionary Headers, string Body);

    [GeneratedRegex("name=\"form\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Form();
}
