using System.Diagnostics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Conformance;
using Pingmark.Host;
using Pingmark.Workers;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A worker that a test talks to itself, a line for a line, with no controller between them.</summary>
internal sealed class SpokenWorker : IAsyncDisposable
{
    /// <summary>For any answer: a worker that starts on a busy machine, or connects to many.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    private const int LongestShown = 2_000;
    private static readonly byte[] LineEnd = "\n"u8.ToArray();

    private readonly Process _process;
    private readonly Task<string> _errors;
    private int _lastId;

    private SpokenWorker(Process process) => (_process, _errors) = (process, process.StandardError.ReadToEndAsync());

    /// <param name="manifest">The file worker.json, which says how it is started.</param>
    /// <param name="environment">Variables that it has besides this process's.</param>
    /// <param name="before">What its command begins with, such as a core or a network.</param>
    public static SpokenWorker Start(
        string manifest,
        IReadOnlyList<string>? before = null,
        params (string Name, string Value)[] environment
    )
    {
        // As conformance starts it: it compiles little, for what is asked of it is behaviour.
        var target = ConformanceTarget.FromManifest(WorkerManifest.Load(manifest));
        string[] command = [.. before ?? [], .. target.Command];
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
    public Task<JsonElement> AskAsync(string op, JsonObject? fields = null)
    {
        var request = fields ?? [];
        (request["id"], request["op"]) = (++_lastId, op);
        return AnswerAsync(Encoding.UTF8.GetBytes(request.ToJsonString()));
    }

    /// <param name="line">Whatever is to be said, without its end.</param>
    /// <returns>The reply to it.</returns>
    /// <exception cref="InvalidDataException">The worker has ended, or says nothing, or what is no JSON.</exception>
    public async Task<JsonElement> AnswerAsync(ReadOnlyMemory<byte> line)
    {
        using var limit = new CancellationTokenSource();
        var answer = ExchangeAsync(line, limit.Token);
        var core = new CoreWait(_process.Id);
        if (await Deadline.MetAsync(answer, Longest, TimeProvider.System, default, core.IsKeptWaiting))
            return await answer;
        await limit.CancelAsync();
        throw new InvalidDataException($"{Shown(line)}: no answer within {Longest.TotalSeconds} s");
    }

    private async Task<JsonElement> ExchangeAsync(ReadOnlyMemory<byte> line, CancellationToken cancel)
    {
        var input = _process.StandardInput.BaseStream;
        try
        {
            await input.WriteAsync(line, cancel);
            await input.WriteAsync(LineEnd, cancel);
            await input.FlushAsync(cancel);
            var reply = await _process.StandardOutput.ReadLineAsync(cancel);
            return reply is not null ? JsonDocument.Parse(reply).RootElement : throw await EndedAsync(line);
        }
        catch (JsonException e)
        {
            throw new InvalidDataException($"{Shown(line)}: {e.Message}");
        }
        catch (IOException)
        {
            throw await EndedAsync(line);
        }
    }

    /// <summary>Once it has ended.</summary>
    public async Task<int> ExitCodeAsync()
    {
        using var deadline = new CancellationTokenSource(Longest);
        await _process.WaitForExitAsync(deadline.Token);
        return _process.ExitCode;
    }

    private async Task<InvalidDataException> EndedAsync(ReadOnlyMemory<byte> line) =>
        new($"{Shown(line)}: it ended with {await ExitCodeAsync()}, saying {await _errors.WaitAsync(Longest)}");

    private static string Shown(ReadOnlyMemory<byte> line) =>
        Encoding.UTF8.GetString(line.Span[..Math.Min(line.Length, LongestShown)]);

    /// <summary>In peace: what a worker looks at when it ends is looked at.</summary>
    public async Task StopAsync()
    {
        await OkAsync("stop");
        if (await ExitCodeAsync() is not 0 and var code)
            throw new InvalidDataException($"stop: it ended with {code}, saying {await _errors.WaitAsync(Longest)}");
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
