using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A worker without a controller: the test itself writes requests to its stdin and reads replies
/// (docs/protocol.md).</summary>
internal sealed class DrivenWorker : IAsyncDisposable
{
    private readonly Process _process;
    private readonly string _stack;
    private int _lastId;

    private DrivenWorker(Process process, string stack) => (_process, _stack) = (process, stack);

    public static DrivenWorker Start(string stack)
    {
        var file = WorkersHere.Manifest(WorkersHere.Of(stack));
        var (folder, manifest) = (Path.GetDirectoryName(file)!, JsonDocument.Parse(File.ReadAllText(file)).RootElement);
        var command = manifest
            .GetProperty("start")
            .EnumerateArray()
            .Select(word => word.GetString()!)
            .Where(word => word != "{runtime_options}")
            .Select(word =>
                word.Replace("{output}", Path.Combine(folder, manifest.Text("output")), StringComparison.Ordinal)
            )
            .ToArray();
        var info = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        return new(Process.Start(info)!, stack);
    }

    /// <summary>A request and its reply, which must be <c>ok</c>.</summary>
    public async Task<JsonElement> CallAsync(string op, JsonObject fields, double seconds)
    {
        fields["id"] = ++_lastId;
        fields["op"] = op;
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(seconds));
        await _process.StandardInput.WriteLineAsync(fields.ToJsonString());
        await _process.StandardInput.FlushAsync(deadline.Token);
        try
        {
            var line =
                await _process.StandardOutput.ReadLineAsync(deadline.Token)
                ?? throw new InvalidOperationException($"{_stack} ended at {op}");
            var reply = JsonDocument.Parse(line).RootElement;
            Assert.True(reply.Text("status") == "ok", $"{_stack} answered {op} with {line}");
            return reply;
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"{_stack} did not answer {op} within {seconds} s");
        }
    }

    /// <summary>A worker ends with its stdin; one that does not is killed.</summary>
    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        try
        {
            await _process.WaitForExitAsync(deadline.Token);
        }
        catch (OperationCanceledException)
        {
            _process.Kill();
        }
        _process.Dispose();
    }
}
