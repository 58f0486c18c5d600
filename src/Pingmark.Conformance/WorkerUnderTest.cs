using System.Diagnostics;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker as a child process whose every line is checked. Unlike <see cref="WorkerProcess"/>, which is for
/// measuring, it can send what no controller sends, close stdin at any moment, and accepts answers of any
/// status.</summary>
internal sealed class WorkerUnderTest : IAsyncDisposable
{
    private const int LongestLineBytes = 4 << 20;

    private readonly Process _process;
    private readonly ForeignStream _stdout;
    private readonly LastLines _stderr;
    private bool _isIntact = true;
    private int _unanswered;

    private WorkerUnderTest(Process process)
    {
        _process = process;
        _stdout = WorkerSurroundings.Output(process);
        _stderr = WorkerSurroundings.Errors(process);
    }

    public int Pid => _process.Id;
    public int OpenFiles => Directory.GetFileSystemEntries($"/proc/{Pid}/fd").Length;
    public int Threads => Directory.GetDirectories($"/proc/{Pid}/task").Length;

    /// <summary>The id of the last request.</summary>
    public int LastId { get; private set; }

    /// <summary>Whether every request was answered, and nothing else was written, so that another case may use
    /// it.</summary>
    public bool IsUsable => _isIntact && _unanswered == 0;

    /// <summary>Whether it is connected, by its own answers.</summary>
    public bool IsConnected { get; private set; }

    public static async Task<WorkerUnderTest> StartAsync(ConformanceTarget target)
    {
        var command = ProcessLauncher.Wrap(target.Command, cpus: null);
        var info = new ProcessStartInfo(command[0], command[1..]);
        WorkerSurroundings.Set(info, target.Folder, target.Environment);
        return new(await ProcessLauncher.StartAsync(info));
    }

    public async Task<Reply> OkAsync(string op, JsonObject? fields = null, TimeSpan? deadline = null) =>
        (await AskAsync(op, fields, deadline)).Ok();

    public Task<Reply> HelloAsync() => OkAsync("hello", new() { ["protocol"] = Worker.ProtocolVersion });

    public async Task<Usage> UsageAsync() => UsageReply.Read(await OkAsync("usage"));

    /// <summary>Expects another status than ok, with a reason that names something.</summary>
    public async Task RefusesAsync(string op, JsonObject fields, string status, string named = "") =>
        Expect.Contains((await AskAsync(op, fields)).Is(status).Reason, named, $"a reason for {op}");

    /// <summary>Asks the worker to stop, and waits until it has ended.</summary>
    /// <returns>Its total usage.</returns>
    public async Task<Usage> StopAsync()
    {
        var totals = UsageReply.Read(await OkAsync("stop"));
        Expect.Equal("the exit code after stop", 0, await ExitAsync("the end after stop"));
        return totals;
    }

    public async Task<Answer> AskAsync(string op, JsonObject? fields = null, TimeSpan? deadline = null)
    {
        await SendAsync(op, fields);
        var answer = await AnswerAsync(op, deadline);
        if (answer.Status == "ok" && op is ("connect" or "disconnect"))
            IsConnected = op == "connect";
        return answer;
    }

    /// <summary>Sends a request whose answer is read later, or never.</summary>
    public Task SendAsync(string op, JsonObject? fields = null)
    {
        _unanswered++;
        var request = new JsonObject { ["id"] = ++LastId, ["op"] = op }.With(fields);
        return WriteLineAsync(request.ToJsonString() + "\n");
    }

    public Task WriteAsync(string text)
    {
        _isIntact = false;
        return WriteLineAsync(text);
    }

    private async Task WriteLineAsync(string text)
    {
        try
        {
            await _process.StandardInput.WriteAsync(text);
            await _process.StandardInput.FlushAsync();
        }
        catch (IOException)
        {
            throw new CaseFailure("a worker that reads requests", await EndedAsync());
        }
    }

    /// <summary>Reads the next answer, which must be the one to the last request.</summary>
    public Task<Answer> AnswerAsync(string to, TimeSpan? deadline = null) => AnswerAsync(to, LastId, deadline);

    /// <param name="id">The id that the answer must have; null: the answer to a line that was not a request.</param>
    public async Task<Answer> AnswerAsync(string to, int? id, TimeSpan? deadline = null)
    {
        var line =
            await ReadLineAsync(to, deadline ?? Deadlines.Reply)
            ?? throw new CaseFailure($"an answer to {to}", await EndedAsync());
        var answer = Answer.Parse(to, line);
        _unanswered--;
        if (id is null)
            Expect.That(answer.IsAboutNoRequest, "\"id\": null", line);
        else
            Expect.Equal($"the id of the answer to {to}", id, (int?)answer.Fields.NumberOrNull("id"));
        return answer;
    }

    private async Task<string?> ReadLineAsync(string to, TimeSpan deadline)
    {
        try
        {
            return await Expect.InTimeAsync(
                cancel => _stdout.ReadLineAsync(LongestLineBytes, cancel).AsTask(),
                ($"an answer to {to}", "none: it hangs"),
                deadline
            );
        }
        catch (InvalidDataException e)
        {
            throw new CaseFailure("lines of 4 MiB at most", e.Message);
        }
    }

    private async Task<string> EndedAsync() => $"it ended with exit code {await ExitAsync("its end")}";

    public void CloseInput()
    {
        _isIntact = false;
        _process.StandardInput.Close();
    }

    /// <returns>Waits for the process's end, and gives its exit code.</returns>
    public Task<int> ExitAsync(string expected) =>
        Expect.InTimeAsync(
            async cancel =>
            {
                await _process.WaitForExitAsync(cancel);
                return _process.ExitCode;
            },
            (expected, "it goes on running"),
            Deadlines.End
        );

    /// <summary>Stops the process by SIGSTOP, and returns when the kernel has stopped every thread;
    /// <see cref="Resume"/> lets it go on.</summary>
    public async Task PauseAsync()
    {
        Libc.Kill(_process.Id, Libc.SigStop);
        // Only the parent's wait reports a stop, and the runtime keeps that for itself.
        await Expect.EventuallyAsync("all threads stopped by SIGSTOP", true, AllAreStopped);
    }

    private bool AllAreStopped()
    {
        try
        {
            return Directory
                .EnumerateDirectories($"/proc/{Pid}/task")
                .Select(thread => KernelFile.StatusField($"{Pid}/task/{Path.GetFileName(thread)}", "State"))
                .All(state => state.StartsWith('T'));
        }
        catch (IOException)
        {
            // A thread has ended meanwhile.
            return false;
        }
    }

    public void Resume() => Libc.Kill(_process.Id, Libc.SigCont);

    /// <summary>The last line on stderr, for messages of failures; known when the process has ended.</summary>
    public string LastWords => _stderr.Read().LastOrDefault(line => line.Length > 0, "").Trim();

    /// <summary>Kills the process by SIGKILL, and returns when it has ended.</summary>
    public async Task KillAsync()
    {
        _isIntact = false;
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    /// <summary>Kills the process: whether it ends by itself is tested by a case, and is not relied on here.</summary>
    public async ValueTask DisposeAsync()
    {
        await KillAsync();
        await _stderr.Ended;
        _process.Dispose();
    }
}
