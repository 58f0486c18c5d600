using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>Makes and removes temporary folders through a process of its own, which holds them open and removes them
/// also when this process was killed. That process starts with the first folder, because most commands need
/// none.</summary>
internal sealed class FolderKeeper
{
    private const int LongestAnswer = 64 << 10;

    /// <summary>How long an answer may take; the other process gives up removing a folder before that.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);

    private readonly ForeignStream _answers;
    private readonly Process _process = CleanupProcess.Start(Command(typeof(Folders.OwnFolder).Assembly.Location));

    public FolderKeeper() => _answers = new(_process.StandardOutput.BaseStream, LongestWait);

    /// <returns>The path of the new folder.</returns>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public string Make(string parent) => Ask("make", parent);

    /// <summary>Removes a folder with all that is in it.</summary>
    public void Remove(string folder) => Ask("remove", folder);

    /// <summary>The command that starts the other process: a program that was built with its runtime, or else the
    /// runtime that this process runs on.</summary>
    /// <param name="assembly">The path of its assembly.</param>
    internal static string[] Command(string assembly) =>
        Path.ChangeExtension(assembly, null) is var program && File.Exists(program)
            ? [program]
            : [Path.GetFullPath(Path.Join(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet")), assembly];

    private string Ask(string request, string path)
    {
        _process.StandardInput.Write($"{request} {Uri.EscapeDataString(path)}\n");
        _process.StandardInput.Flush();
        var answer =
            Answer()
            ?? throw new IOException($"what keeps temporary folders has ended: it was asked to {request} {path}");
        return answer is ['!', .. var problem]
            ? throw new IOException(Uri.UnescapeDataString(problem))
            : Uri.UnescapeDataString(answer);
    }

    /// <summary>Waits for the answer on the launcher's thread, which has nothing else to do meanwhile.</summary>
    private string? Answer()
    {
        try
        {
            return _answers.ReadLineAsync(LongestAnswer, CancellationToken.None).AsTask().GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is TimeoutException or InvalidDataException)
        {
            throw new IOException($"what keeps temporary folders does not answer: {e.Message}");
        }
    }
}
