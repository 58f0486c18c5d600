using System.Text;
using Microsoft.AspNetCore.Http;
using Pingmark.Comparing;
using Pingmark.Reports.Html;
using Pingmark.Results;

namespace Pingmark.Ui;

/// <summary>What each address answers. Reports are made anew of a run's own files, and not read: a report.html in the
/// folder could be anybody's, and would be a page of this server.</summary>
/// <param name="ends">Cancelled when the server ends, so that nobody is followed any longer.</param>
internal sealed class UiRoutes(
    RunsOfFolder runs,
    RunStarter starter,
    RequestGuard guard,
    RunWatch watch,
    CancellationToken ends
)
{
    private const string Html = "text/html; charset=utf-8";

    private static readonly TimeSpan LongestWrite = TimeSpan.FromSeconds(10);

    private readonly Secret _form = new();

    public async Task AnswerAsync(HttpContext context)
    {
        try
        {
            if (guard.Refusal(context) is { } reason)
                await RefuseAsync(context, StatusCodes.Status403Forbidden, reason);
            else if (!guard.Welcomes(context))
                await RouteAsync(context);
        }
        catch (PingmarkException e)
        {
            await RefuseAsync(context, StatusCodes.Status400BadRequest, e.Message);
        }
        catch (BadHttpRequestException e)
        {
            await RefuseAsync(context, e.StatusCode, e.Message);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException && IsLeft(context))
        { /* The reader has gone, or the server ends. */
        }
        catch (Exception e) when (!context.Response.HasStarted)
        {
            await RefuseAsync(
                context,
                StatusCodes.Status500InternalServerError,
                $"a defect of pingmark, please report it: {e.GetType().Name}: {e.Message}"
            );
        }
    }

    private bool IsLeft(HttpContext context) =>
        context.RequestAborted.IsCancellationRequested || ends.IsCancellationRequested;

    private Task RouteAsync(HttpContext context)
    {
        var path = (context.Request.Path.Value ?? "/").Split('/', StringSplitOptions.RemoveEmptyEntries);
        return (context.Request.Method, path) switch
        {
            ("GET", []) => ListAsync(context),
            ("GET", ["run", var name]) => ReportAsync(context, name),
            ("GET", ["live", var name]) => WriteAsync(context, UiPages.Watched(name, _form)),
            ("GET", ["live", var name, "events"]) => FollowAsync(context, name),
            ("GET", ["compare"]) => CompareAsync(context),
            ("POST", ["start"]) => PostAsync(context, StartAsync),
            ("POST", ["stop"]) => PostAsync(context, StopAsync),
            _ => RefuseAsync(context, StatusCodes.Status404NotFound, "There is nothing at this address."),
        };
    }

    private Task ListAsync(HttpContext context)
    {
        var (listed, skipped) = runs.List();
        return WriteAsync(context, UiPages.List(runs, listed, skipped, starter, _form));
    }

    private Task ReportAsync(HttpContext context, string name)
    {
        using var folder = RunFolder.Open(runs.PathOf(runs.Find(name).Name));
        var (info, trials, summary) = SummedRun.Of(folder);
        return WriteAsync(
            context,
            new(HtmlReport.Render(summary, info, ChartSources.Of(info, trials)), HtmlReport.Policy)
        );
    }

    private Task CompareAsync(HttpContext context)
    {
        var query = context.Request.Query;
        var (baseline, run) = (Read(query["baseline"]), Read(query["run"]));
        var request = new ComparisonRequest(query.ContainsKey("anyway"), FailOnRegression: null, References: []);
        return WriteAsync(context, UiPages.Compared(RunComparer.Compare(baseline, run, request)));
    }

    private ReadRun Read(string? name) =>
        ReadRun.Of(runs.PathOf(runs.Find(name ?? throw new BadInputException("two runs are compared")).Name));

    private async Task FollowAsync(HttpContext context, string name)
    {
        Protect(context, "default-src 'none'");
        context.Response.ContentType = "text/event-stream";
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(ends, context.RequestAborted);
        await foreach (var (kind, data) in watch.FollowAsync(name, cancel.Token))
        {
            using var late = CancellationTokenSource.CreateLinkedTokenSource(cancel.Token);
            late.CancelAfter(LongestWrite);
            await context.Response.WriteAsync(Text(kind, data), late.Token);
            await context.Response.Body.FlushAsync(late.Token);
        }
    }

    /// <summary>A line of its own for each of the data's; without any it is a comment, which keeps the connection
    /// up.</summary>
    internal static string Text(string kind, string data)
    {
        if (kind.Length == 0)
            return ":\n\n";
        var text = new StringBuilder($"event: {kind}\n");
        foreach (var line in data.ReplaceLineEndings("\n").Split('\n'))
            text.Append("data: ").Append(line).Append('\n');
        return text.Append('\n').ToString();
    }

    /// <summary>Only forms of this server's own pages have the word.</summary>
    private async Task PostAsync(HttpContext context, Func<IFormCollection, CancellationToken, Task<string>> act)
    {
        if (!context.Request.HasFormContentType)
        {
            await RefuseAsync(context, StatusCodes.Status415UnsupportedMediaType, "only forms are taken");
            return;
        }
        using var late = CancellationTokenSource.CreateLinkedTokenSource(ends, context.RequestAborted);
        late.CancelAfter(LongestWrite);
        var form = await context.Request.ReadFormAsync(late.Token);
        if (!_form.Is(form["form"]))
        {
            await RefuseAsync(
                context,
                StatusCodes.Status403Forbidden,
                "The page is older than this server; load it again."
            );
            return;
        }
        var next = await act(form, late.Token);
        Protect(context, "default-src 'none'");
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = next;
    }

    private async Task<string> StartAsync(IFormCollection form, CancellationToken cancel) =>
        UiPages.Live(
            await starter.StartAsync(Field(form, "suite"), Field(form, "budget"), Field(form, "stacks"), cancel)
        );

    private Task<string> StopAsync(IFormCollection form, CancellationToken cancel)
    {
        var name = Field(form, "run");
        if (starter.Last is not { IsOver: false } running || running.Name != name)
            throw new BadInputException($"{name} was not started here, or has ended");
        running.Interrupt();
        return Task.FromResult(UiPages.Live(name));
    }

    private static string Field(IFormCollection form, string name) => ((string?)form[name] ?? "").Trim();

    private static Task WriteAsync(HttpContext context, UiPage page)
    {
        Protect(context, page.Policy);
        context.Response.ContentType = Html;
        return context.Response.WriteAsync(page.Html, context.RequestAborted);
    }

    private static Task RefuseAsync(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        return WriteAsync(context, UiPages.Refused(reason));
    }

    private static void Protect(HttpContext context, string policy)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = $"{policy}; frame-ancestors 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers.CacheControl = "no-store";
        headers["Referrer-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }
}
