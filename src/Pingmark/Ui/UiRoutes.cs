using System.Globalization;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Net.Http.Headers;
using Pingmark.Comparing;
using Pingmark.History;
using Pingmark.Host;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Ui;

/// <summary>Answers each address. Reports are made anew from a run's own files, and its report.html is not read: that
/// file could be anybody's, and would be a page of this server.</summary>
internal sealed class UiRoutes(
    RunsOfFolder runs,
    RunStarter starter,
    RequestGuard guard,
    RunWatch watch,
    CancellationToken ends
)
{
    private const string Html = "text/html; charset=utf-8",
        FormType = "application/x-www-form-urlencoded";
    private static readonly TimeSpan FormTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The most fields of a form, which are more than any form here has.</summary>
    private static readonly FormOptions FormLimits = new() { ValueCountLimit = 16 };

    private readonly Secret _form = new();

    public async Task AnswerAsync(HttpContext context)
    {
        try
        {
            if (guard.FindRefusal(context) is { } reason)
                await RefuseAsync(context, StatusCodes.Status403Forbidden, reason);
            else if (!guard.TryAcceptToken(context))
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
        catch (Exception e) when (e is OperationCanceledException or IOException && HasGone(context))
        { /* The reader has gone, or the server ends. */
        }
        catch (OperationCanceledException) when (!context.Response.HasStarted)
        {
            await RefuseAsync(context, StatusCodes.Status408RequestTimeout, "It took too long; try again.");
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

    private bool HasGone(HttpContext context) =>
        context.RequestAborted.IsCancellationRequested || ends.IsCancellationRequested;

    private Task RouteAsync(HttpContext context)
    {
        var path = (context.Request.Path.Value ?? "/").Split('/', StringSplitOptions.RemoveEmptyEntries);
        return path switch
        {
            [] => GetAsync(context, () => ListAsync(context)),
            ["run", var name] => GetAsync(context, () => ReportAsync(context, name)),
            ["live", var name] => GetAsync(context, () => WriteAsync(context, UiPages.Watched(name, _form))),
            ["live", var name, "events"] => GetAsync(context, () => FollowAsync(context, name)),
            ["compare"] => GetAsync(context, () => CompareAsync(context)),
            ["trend"] => GetAsync(context, () => TrendAsync(context)),
            ["start"] => PostAsync(context, StartAsync),
            ["stop"] => PostAsync(context, StopAsync),
            _ => RefuseAsync(context, StatusCodes.Status404NotFound, "There is nothing at this address."),
        };
    }

    private static Task GetAsync(HttpContext context, Func<Task> answer) =>
        HttpMethods.IsGet(context.Request.Method) ? answer() : RefuseMethodAsync(context, "GET");

    private static Task RefuseMethodAsync(HttpContext context, string allowed)
    {
        context.Response.Headers.Allow = allowed;
        return RefuseAsync(context, StatusCodes.Status405MethodNotAllowed, $"Only {allowed} is answered here.");
    }

    private Task ListAsync(HttpContext context, StartForm? refused = null)
    {
        var (listed, skipped) = runs.List();
        return WriteAsync(context, UiPages.List(runs, listed, skipped, starter, _form, refused));
    }

    private Task TrendAsync(HttpContext context)
    {
        var (stack, key) = (Asked(context, "stack"), Asked(context, "metric"));
        var metric =
            key.Length == 0 ? null : Metric.Find(key) ?? throw new BadInputException($"there is no figure {key}");
        var asked = new FigureRequest(stack.Length == 0 ? null : stack, metric) { TakesCrowded = Noise.IsAccepted };
        var history = RunHistory.Read(runs.Folder, asked);
        var cells = CellHistory.Build(history, asked);
        // Of one stack each run is told, of all of them what is not shown.
        var report = HistoryReport.Show(history, asked.Stack is null ? [] : cells);
        return WriteAsync(context, UiPages.Trend(cells, report, stack, key));
    }

    private static string Asked(HttpContext context, string name) =>
        ((string?)context.Request.Query[name] ?? "").Trim();

    private Task ReportAsync(HttpContext context, string name)
    {
        if (runs.Find(name).State == RunState.Running)
            return SendTo(context, UiPages.Live(name));
        using var folder = RunFolder.Open(runs.PathOf(name));
        var (info, trials, summary) = SummedRun.Read(folder);
        return WriteAsync(
            context,
            new(HtmlReport.Render(summary, info, ChartSources.Collect(info, trials)), HtmlReport.Policy)
        );
    }

    private Task CompareAsync(HttpContext context)
    {
        var query = context.Request.Query;
        var (baseline, run) = (Read(query["baseline"]), Read(query["run"]));
        var request = new ComparisonRequest(query.ContainsKey("anyway"), FailOnRegression: null, References: [])
        {
            TakesCrowded = Noise.IsAccepted,
        };
        return WriteAsync(context, UiPages.Compared(RunComparer.Compare(baseline, run, request)));
    }

    private ReadRun Read(string? name) =>
        ReadRun.Read(runs.PathOf(runs.Find(name ?? throw new BadInputException("two runs are compared")).Name));

    private async Task FollowAsync(HttpContext context, string name)
    {
        Protect(context, "default-src 'none'");
        context.Response.ContentType = "text/event-stream";
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(ends, context.RequestAborted);
        await foreach (var (kind, data) in watch.FollowAsync(name, cancel.Token))
        {
            using var late = CancellationTokenSource.CreateLinkedTokenSource(cancel.Token);
            late.CancelAfter(FormTimeout);
            await context.Response.WriteAsync(Text(kind, data), late.Token);
            await context.Response.Body.FlushAsync(late.Token);
        }
    }

    /// <summary>An event as text; without a kind it is a comment, which keeps the connection open.</summary>
    internal static string Text(string kind, string data)
    {
        if (kind.Length == 0)
            return ":\n\n";
        var text = new StringBuilder($"event: {kind}\n");
        foreach (var line in data.ReplaceLineEndings("\n").Split('\n'))
            text.Append("data: ").Append(line).Append('\n');
        return text.Append('\n').ToString();
    }

    /// <summary>Acts on a form. Only forms of this server's own pages have its secret.</summary>
    private async Task PostAsync(HttpContext context, Func<HttpContext, IFormCollection, CancellationToken, Task> act)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(ends, context.RequestAborted);
        late.CancelAfter(FormTimeout);
        if (!HttpMethods.IsPost(context.Request.Method))
            await RefuseMethodAsync(context, "POST");
        else if (!IsForm(context.Request))
            await RefuseAsync(context, StatusCodes.Status415UnsupportedMediaType, $"Only {FormType} is taken.");
        else if (await ReadAsync(context, late.Token) is var form && !_form.Matches(form["form"]))
            await RefuseAsync(
                context,
                StatusCodes.Status403Forbidden,
                "The page is older than this server; load it again."
            );
        else
            await act(context, form, late.Token);
    }

    private static bool IsForm(HttpRequest request) =>
        MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && type.MediaType.Equals(FormType, StringComparison.OrdinalIgnoreCase);

    /// <exception cref="BadInputException">What was sent is no form, or has more fields than any form here.</exception>
    private async Task<IFormCollection> ReadAsync(HttpContext context, CancellationToken cancel)
    {
        try
        {
            return await context.Request.ReadFormAsync(FormLimits, cancel);
        }
        // Some of what is no chunk ends as an IOException that says nothing of a request.
        catch (Exception e)
            when (e is InvalidDataException or InvalidOperationException or IOException and not BadHttpRequestException
                && !HasGone(context)
            )
        {
            throw new BadInputException($"the form can't be read: {e.Message}");
        }
    }

    private static Task SendTo(HttpContext context, string address)
    {
        Protect(context, "default-src 'none'");
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = address;
        return Task.CompletedTask;
    }

    /// <summary>Starts what the form asks for. A form that is refused comes back as it was filled in.</summary>
    private async Task StartAsync(HttpContext context, IFormCollection form, CancellationToken cancel)
    {
        var asked = new StartForm(Field(form, "suite"), Field(form, "budget"), Field(form, "stacks"));
        try
        {
            await SendTo(context, UiPages.Live(await starter.StartAsync(asked, cancel)));
        }
        catch (BadInputException e)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            await ListAsync(context, asked with { Problem = e.Message });
        }
    }

    private Task StopAsync(HttpContext context, IFormCollection form, CancellationToken cancel)
    {
        var name = Field(form, "run");
        if (starter.Last is not { IsOver: false } running || running.Name != name)
            throw new BadInputException($"{name} was not started here, or has ended");
        running.Interrupt();
        return SendTo(context, UiPages.Live(name));
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
