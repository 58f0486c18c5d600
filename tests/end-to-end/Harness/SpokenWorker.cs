using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A worker that a test talks to itself, a line for a line, with no controller between them.</summary>
internal sealed class SpokenWorker : IAsyncDisposable
{
    /// <summary>For any answer: a worker that starts on a busy machine, or connects to many.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Task<string> _errors;
    private int _lastId;

    private SpokenWorker(Process process) => (_process, _errors) = (process, process.StandardError.ReadToEndAsync());

    /// <param name="manifest">The file worker.json, which says how it is started.</param>
    /// <param name="environment">Variables that it has besides this process's.</param>
    /// <param name="core">The only one that it may use; any when null.</param>
    public static SpokenWorker Start(
        string manifest,
        int? core = null,
        params (string Name, string Value)[] environment
    )
    {
        // As conformance starts it: it compiles little, for what is asked of it is behaviour.
        var target = ConformanceTarget.Of(WorkerManifest.Load(manifest));
        var command = target.Command.ToList();
        if (core is not null)
            command.InsertRange(0, ["taskset", "-c", $"{core}"]);
        var info = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = target.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in target.Environment.Select(one => (one.Key, one.Value)).Concat(environment))
            info.Environment[name] = value;
        // Its stdin ends with the test, and so does the worker.
        return new(Process.Start(info)!);
    }

    public async Task<JsonElement> OkAsync(string op, JsonObject? fields = null) =>
        await AskAsync(op, fields) is var answer && answer.Text("status") == "ok"
            ? answer
            : throw new InvalidDataException($"{op}: {answer.GetRawText()}");

    /// <returns>The reply, whatever its status.</returns>
    public async Task<JsonElement> AskAsync(string op, JsonObject? fields = null)
    {
        using var deadline = new CancellationTokenSource(Deadline);
        var request = fields ?? [];
        (request["id"], request["op"]) = (++_lastId, op);
        try
        {
            await _process.StandardInput.WriteLineAsync(request.ToJsonString().AsMemory(), deadline.Token);
            await _process.StandardInput.FlushAsync(deadline.Token);
            var line = await _process.StandardOutput.ReadLineAsync(deadline.Token);
            return line is not null
                ? JsonDocument.Parse(line).RootElement
                : throw new InvalidDataException($"{op}: it ended, saying {await _errors.WaitAsync(deadline.Token)}");
        }
        catch (OperationCanceledException)
        {
            throw new InvalidDataException($"{op}: no answer within {Deadline.TotalSeconds} s");
        }
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
