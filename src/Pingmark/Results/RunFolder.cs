using System.Diagnostics;
using System.Text.Json;
using Microsoft.Win32.SafeHandles;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Results;

/// <summary>A run's folder. Trials are appended and fsynced one by one, so that a crash loses only the trial in flight.
/// One process at a time writes in it: the lock is on the folder, and ends with the process.</summary>
public sealed class RunFolder : IDisposable
{
    private const string RunFile = "run.json",
        TrialsFile = "trials.jsonl";

    /// <summary>The file of a folder that holds a search for capacities, and no run.</summary>
    public const string SearchFile = "capacity.json";

    private const long LargestRunFile = 64L << 20,
        LargestTrialsFile = 1L << 30;
    private const int LongestLine = 64 << 20;

    private static readonly TimeSpan MaxLockWait = TimeSpan.FromSeconds(1),
        Pause = TimeSpan.FromMilliseconds(10);

    private SafeFileHandle? _lock;
    private DateTimeOffset? _runStartedAt;

    /// <summary>Writes text at a file's end; a test replaces it with a disk that is full.</summary>
    internal Action<FileStream, string> WriteText { get; set; } = PlainFile.Write;

    private RunFolder(string path) => Path = path;

    public string Path { get; }

    /// <summary>The last part of its path.</summary>
    public string Name =>
        System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(Path)));

    public string PlanFile => this[RunFile];
    public string this[string file] => System.IO.Path.Combine(Path, file);

    /// <exception cref="BadInputException">The folder can't be written, holds something already, or another run writes
    /// in it at this moment.</exception>
    public static RunFolder Create(string path, RunInfo info) =>
        RefuseOnFailure(
            path,
            () =>
            {
                Directory.CreateDirectory(path);
                return Initialize(path, info);
            }
        );

    /// <summary>Makes a folder whose name nobody has: where the given one is taken, with a number behind it.</summary>
    /// <exception cref="BadInputException">No such folder can be made.</exception>
    public static RunFolder CreateUnique(string path, RunInfo info) =>
        RefuseOnFailure(path, () => Initialize(CreateUniqueFolder(path), info));

    /// <summary>Makes a folder whose name nobody has: where the given one is taken, with a number behind it.</summary>
    /// <returns>Its path.</returns>
    /// <exception cref="IOException">No such folder can be made.</exception>
    internal static string CreateUniqueFolder(string path)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path))!);
        var (free, number) = (path, 1);
        while (!Libc.MakeFolder(free))
            free = $"{path}-{++number}";
        return free;
    }

    private static RunFolder Initialize(string path, RunInfo info)
    {
        var folder = new RunFolder(path);
        if (PlainFile.Exists(folder[RunFile]) || PlainFile.Exists(folder[TrialsFile]))
            throw new BadInputException($"{path} holds a run already; choose another folder with --out");
        if (Directory.EnumerateFileSystemEntries(path).Any())
            throw new BadInputException($"{path} is not empty; choose another folder with --out");
        folder.Lock();
        try
        {
            PlainFile.Write(folder[RunFile], Text(info), replaces: false);
            folder._runStartedAt = info.StartedAt;
            // Made before anything starts: a folder in which trials have no place is unusable input.
            new FileStream(folder[TrialsFile], FileMode.CreateNew, FileAccess.Write).Dispose();
            return folder;
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private static RunFolder RefuseOnFailure(string path, Func<RunFolder> create)
    {
        try
        {
            return create();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException(
                $"the run folder '{path}' can't be written: {e.Message}; choose another with --out"
            );
        }
    }

    /// <summary>Locks the folder, so that nobody else writes in it until this is disposed of. A killed process holds
    /// its lock until the kernel has freed its memory, so a second is waited.</summary>
    /// <exception cref="BadInputException">Another process writes in it at this moment.</exception>
    public void Lock()
    {
        var clock = Stopwatch.StartNew();
        while ((_lock ??= Libc.Lock(Path)) is null)
        {
            if (clock.Elapsed > MaxLockWait)
                throw new BadInputException(
                    $"another pingmark writes in {Path} at this moment; choose another folder, or wait for its end"
                );
            Thread.Sleep(Pause);
        }
    }

    /// <summary>Whether a process writes in it at this moment.</summary>
    /// <exception cref="IOException">The folder can't be opened.</exception>
    public static bool IsLocked(string path)
    {
        using var free = Libc.Lock(path);
        return free is null;
    }

    public void Dispose() => _lock?.Dispose();

    /// <exception cref="BadInputException">There is no run in that folder.</exception>
    public static RunFolder Open(string path) =>
        PlainFile.Exists(System.IO.Path.Combine(path, RunFile))
            ? new(path)
            : throw new BadInputException(
                CapacitySearchHint(path)
                    ?? $"{path} holds no run (no {RunFile}); give the folder that `pingmark run` named at its end"
            );

    /// <summary>What to do with a folder that holds a search for capacities; null if it holds none.</summary>
    public static string? CapacitySearchHint(string path) =>
        PlainFile.Exists(System.IO.Path.Combine(path, SearchFile))
            ? $"{path} holds a search for capacities, and no run: `pingmark report {path}` shows it, also where it was "
                + $"interrupted, and `pingmark open {path}` its page; it can't be resumed: search again"
            : null;

    /// <summary>Opens the folder of an earlier run that is resumed, and locks it.</summary>
    /// <exception cref="BadInputException">There is no run in that folder, or another process writes in it at this
    /// moment.</exception>
    public static RunFolder OpenToWrite(string path)
    {
        var folder = Open(path);
        return RefuseOnFailure(
            path,
            () =>
            {
                folder.Lock();
                if (!PlainFile.Exists(folder[TrialsFile]))
                    new FileStream(folder[TrialsFile], FileMode.CreateNew, FileAccess.Write).Dispose();
                return folder;
            }
        );
    }

    /// <summary>Writes the plan again, with what became known later.</summary>
    /// <exception cref="IOException">The plan can't be written.</exception>
    public void Rewrite(RunInfo info) => PlainFile.Write(this[RunFile], Text(info));

    private static string Text(RunInfo info) =>
        Checksum.Append(JsonSerializer.Serialize(info, SummaryJson.Options)) + "\n";

    /// <summary>Notes in the plan that the run has ended by itself.</summary>
    /// <exception cref="PingmarkException">The disk is full or the folder is gone; its trials are intact.</exception>
    public void Complete(RunInfo info, int trials, TimeUse? time = null) =>
        KeepOnFailure(() => Rewrite(info with { Trials = trials, TimeUse = time }));

    /// <summary>Appends all of the trials, or none.</summary>
    /// <exception cref="PingmarkException">The disk is full or the folder is gone; what was appended before is
    /// intact.</exception>
    public void Append(IReadOnlyList<TrialRecord> records) =>
        KeepOnFailure(() =>
        {
            var startedAt = _runStartedAt ??= ReadInfo().StartedAt;
            using var file = PlainFile.OpenAppend(this[TrialsFile]);
            DropCutOffLine(file);
            PlainFile.Append(
                file,
                string.Concat(records.Select(record => Line(record with { RunStartedAt = startedAt }))),
                WriteText
            );
        });

    private static string Line(TrialRecord record) =>
        Checksum.Append(JsonSerializer.Serialize(record, SummaryJson.LineOptions)) + "\n";

    /// <summary>Rewrites trials.jsonl without damaged lines and without the given trials.</summary>
    /// <exception cref="PingmarkException">The disk is full or the folder is gone; nothing is changed.</exception>
    public void RemoveTrials(Func<TrialRecord, bool> which) =>
        KeepOnFailure(() =>
            PlainFile.Write(
                this[TrialsFile],
                string.Concat(Read().Lines.Where(line => !which(line.Trial)).Select(line => line.Text + "\n"))
            )
        );

    private void KeepOnFailure(Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PingmarkException(
                $"{this[TrialsFile]} can't be written: {e.Message}; earlier trials are kept, `pingmark "
                    + $"report {Path}` shows them",
                ExitCode.CellFailed,
                e
            );
        }
    }

    /// <summary>Removes the part of a line that a crash left, so that it does not join the next line.</summary>
    private static void DropCutOffLine(FileStream file)
    {
        var end = file.Length;
        for (; end > 0; end--)
        {
            file.Position = end - 1;
            if (file.ReadByte() == '\n')
                break;
        }
        if (end < file.Length)
            file.SetLength(end);
        file.Position = end;
    }

    /// <summary>Reads the plan alone.</summary>
    /// <exception cref="BadInputException">The plan is damaged, or of an unknown version.</exception>
    public RunInfo ReadInfo() => RunFiles.Info(InfoText(), this[RunFile]);

    /// <summary>Reads the plan and all trials that can be used. A last line without its newline was cut off by a crash,
    /// and is left out.</summary>
    /// <exception cref="BadInputException">The plan can't be used, or a file is too large for a run's.</exception>
    public RecordedRun Read()
    {
        var text = InfoText();
        var info = RunFiles.Info(text, this[RunFile]);
        var isAsWritten = Checksum.IsValid(text.TrimEnd()) is not false;
        var (lines, bad) = PlainFile.Exists(this[TrialsFile])
            ? RunFiles.Trials(
                PlainFile.ReadLines(this[TrialsFile], LargestTrialsFile, LongestLine),
                TrialsFile,
                info,
                isAsWritten ? info.StartedAt : null
            )
            : ([], []);
        return new(info, isAsWritten, lines, bad);
    }

    private string InfoText() => PlainFile.ReadText(this[RunFile], LargestRunFile);
}
