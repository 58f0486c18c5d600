using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests;

/// <summary>The server of runs, as a process: what it starts, and that nothing of it stays. Its pages are looked at in
/// tests/browser and, one by one, in tests/unit.</summary>
public sealed partial class UiTests : CommandLineUser
{
    /// <summary>Ctrl-C, and a terminal that closes.</summary>
    [Theory]
    [Trait("Gate", "no")]
    [InlineData(Signals.Interrupt)]
    [Trait("Layer", "processes")]
    public async Task A_signal_ends_it_with_the_run_that_it_started_which_reports_what_it_has(int signal)
    {
        await using var ui = await StartAsync("ui");
        await ui.UntilAsync(() => ui.Output.EndsWith('\n'));
        using var reader = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
        {
            BaseAddress = new(ui.Output.Trim()),
            Timeout = Patience.For(20),
        };
        var form = Form().Match(await reader.GetStringAsync("/")).Groups[1].Value;
        using var fields = new FormUrlEncodedContent(
            new Dictionary<string, string>
            {
                ["form"] = form,
                ["suite"] = "floor",
                ["stacks"] = "cpp/tcp-epoll",
                ["budget"] = "1m",
            }
        );
        var started = await reader.PostAsync("/start", fields);
        Assert.Equal(HttpStatusCode.SeeOther, started.StatusCode);
        var run = $"runs/{started.Headers.Location!.OriginalString.Split('/')[^1]}";
        await ui.UntilAsync(() => File.Exists(Folder[$"{run}/trials.jsonl"]) && ui.Workers.Count > 2);
        using var watched = new StreamReader(await reader.GetStreamAsync($"{started.Headers.Location}/events"));
        Assert.NotNull(await watched.ReadLineAsync());
        using var half = new TcpClient(reader.BaseAddress.Host, reader.BaseAddress.Port);
        await half.GetStream().WriteAsync("GET / HT"u8.ToArray());
        ui.Signal(signal);
        (await ui.EndAsync(5)).Exits(0).Complains($"{run.Split('/')[1]} ends, and reports what it has");
        await ui.UntilNothingIsLeftAsync(2);
        Assert.True(File.Exists(Folder[$"{run}/summary.json"]));
        Assert.Contains("\"--budget\"", File.ReadAllText(Folder[$"{run}/run.json"]));
    }

    [GeneratedRegex("name=\"form\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Form();
}
