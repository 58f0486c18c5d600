using System.Diagnostics;
using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A Prometheus of Debian's package that is nobody else's: its data in a folder of the test, a port that was
/// free on loopback, and one target that it scrapes each second. It asks no other host anything.</summary>
internal sealed partial class PrometheusServer : IDisposable
{
    private readonly Process _server;
    private readonly HttpClient _client = new() { Timeout = Patience.For(10) };
    private readonly List<string> _said = [];
    private readonly TaskCompletionSource<string> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Why there is none here; null: there is one.</summary>
    public static string? Lacks =>
        File.Exists("/usr/bin/prometheus") && File.Exists("/usr/bin/promtool")
            ? null
            : "prometheus is not installed; mend: apt-get install prometheus";

    /// <param name="data">Its folder of data, which may have blocks already, of whatever time.</param>
    public PrometheusServer(TemporaryFolder folder, string data, IPEndPoint target)
    {
        var config = folder.Write(
            "prometheus.yml",
            $"scrape_configs:\n- job_name: pingmark\n  scrape_interval: 1s\n  metrics_path: /metrics.prom\n"
                + $"  static_configs:\n  - targets: ['{target}']\n"
        );
        string[] words =
        [
            $"--config.file={config}",
            $"--storage.tsdb.path={folder[data]}",
            "--storage.tsdb.retention.time=100y",
            "--web.listen-address=127.0.0.1:0",
        ];
        _server = Process.Start(
            new ProcessStartInfo("prometheus", words) { RedirectStandardError = true, RedirectStandardOutput = true }
        )!;
        _server.ErrorDataReceived += (_, line) => Hear(line.Data ?? "");
        _server.OutputDataReceived += (_, line) => Hear(line.Data ?? "");
        _server.BeginErrorReadLine();
        _server.BeginOutputReadLine();
    }

    private void Hear(string line)
    {
        lock (_said)
            _said.Add(line);
        if (Listening().Match(line) is { Success: true } told)
            _address.TrySetResult(told.Groups[1].Value);
    }

    /// <summary>What it said so far.</summary>
    public string Said()
    {
        lock (_said)
            return string.Join('\n', _said);
    }

    /// <summary>The value of an expression that has one sample; null where it has none, or the server is not ready
    /// yet.</summary>
    /// <param name="at">In seconds since the epoch; null: now.</param>
    public async Task<double?> ValueAsync(string expression, double? at = null)
    {
        var address = await _address.Task.WaitAsync(Patience.For(20));
        var time = at is { } seconds ? FormattableString.Invariant($"&time={seconds:0.###}") : "";
        using var answer = await _client.GetAsync(
            $"http://{address}/api/v1/query?query={Uri.EscapeDataString(expression)}{time}"
        );
        if (!answer.IsSuccessStatusCode)
            return null;
        var result = JsonDocument
            .Parse(await answer.Content.ReadAsStringAsync())
            .RootElement.GetProperty("data")
            .GetProperty("result");
        return result.GetArrayLength() == 0
            ? null
            : double.Parse(
                result[0].GetProperty("value")[1].GetString()!,
                System.Globalization.CultureInfo.InvariantCulture
            );
    }

    public void Dispose()
    {
        _client.Dispose();
        if (!_server.HasExited)
            Signals.Send(_server.Id, Signals.Interrupt);
        if (!_server.WaitForExit(Patience.For(10)))
            _server.Kill(entireProcessTree: true);
        _server.Dispose();
    }

    [GeneratedRegex("msg=\"Listening on\" address=(\\S+)")]
    private static partial Regex Listening();
}
