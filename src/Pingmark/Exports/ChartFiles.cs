using System.Diagnostics;
using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports.Html;
using Pingmark.Results;

namespace Pingmark.Exports;

/// <summary>Draws the charts of a run as SVG files by the code of report.html, run by Node. The same run always gives
/// the same bytes.</summary>
public static class ChartFiles
{
    private const string Node = "node",
        Mend = "apt-get install nodejs npm, then dotnet build src/Pingmark.Cli -c Release";
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);
    private const long MaxChartsBytes = 256 << 20;

    private const int LinesKept = 20,
        MaxLineLength = 2000;

    /// <returns>The names of the files and their contents.</returns>
    /// <exception cref="PingmarkException">Node is missing, was missing when this program was built, or
    /// failed.</exception>
    public static Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(
        RunInfo run,
        IReadOnlyList<TrialRecord> trials,
        Summary summary,
        CancellationToken cancel
    ) => DrawAsync(ChartData.ToJson(new(summary), ChartSources.Collect(run, trials)), cancel);

    internal static Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(string data, CancellationToken cancel) =>
        DrawAsync(
            Node,
            HtmlResources.ChartFiles ?? throw Unavailable("this pingmark was built without Node.js"),
            data,
            Timeout,
            cancel
        );

    internal static async Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(
        string node,
        string script,
        string data,
        TimeSpan longest,
        CancellationToken cancel
    )
    {
        using var process = Start(node);
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        late.CancelAfter(longest);
        try
        {
            var errors = new ForeignStream(process.StandardError.BaseStream, longest).KeepLast(
                LinesKept,
                MaxLineLength
            );
            var output = new ForeignStream(process.StandardOutput.BaseStream, longest).ReadTextAsync(
                MaxChartsBytes,
                late.Token
            );
            await WriteAsync(process, $"globalThis.pingmark = {data};\n{script}", late.Token);
            var charts = await output;
            await process.WaitForExitAsync(late.Token);
            await errors.Ended.WaitAsync(late.Token);
            if (process.ExitCode != 0)
                throw new PingmarkException(
                    $"{node} could not draw the charts (exit code {process.ExitCode}): "
                        + TerminalSafeText.Plain(string.Join('\n', errors.Read()).Trim()),
                    ExitCode.CellFailed
                );
            return Parse(charts);
        }
        catch (InvalidDataException e)
        {
            throw new PingmarkException($"{node} printed {e.Message} in place of charts", ExitCode.CellFailed, e);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw new PingmarkException(
                $"{node} did not draw the charts within {longest.TotalSeconds:0} s",
                ExitCode.CellFailed
            );
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }

    private static Process Start(string node)
    {
        try
        {
            return Process.Start(
                    new ProcessStartInfo(node, ["-"])
                    {
                        RedirectStandardInput = true,
                        RedirectStandardOutput = true,
                        RedirectStandardError = true,
                    }
                ) ?? throw Unavailable($"{node} did not start");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw Unavailable("Node.js is not installed");
        }
    }

    /// <summary>Writes to the process's input, which an early end closes.</summary>
    private static async Task WriteAsync(Process process, string text, CancellationToken cancel)
    {
        try
        {
            await process.StandardInput.WriteAsync(text.AsMemory(), cancel);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            await process.WaitForExitAsync(cancel);
        }
    }

    private static List<(string, string)> Parse(string json)
    {
        try
        {
            return JsonSerializer
                .Deserialize<List<List<string>>>(json)!
                .Select(file => ($"{file[0]}.svg", file[1]))
                .ToList();
        }
        catch (JsonException e)
        {
            throw new PingmarkException($"what draws the charts printed no JSON: {e.Message}", ExitCode.CellFailed, e);
        }
    }

    private static PingmarkException Unavailable(string why) =>
        new($"{why}, which draws the charts; mend: {Mend}", ExitCode.NothingAvailable);
}
