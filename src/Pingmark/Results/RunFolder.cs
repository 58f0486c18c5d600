using System.Text;
using System.Text.Json;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>A run's folder. Trials are appended and fsynced one by one, so that a crash loses the trial in flight and
/// nothing else.</summary>
public sealed class RunFolder
{
    private const string RunFile = "run.json",
        TrialsFile = "trials.jsonl";

    private RunFolder(string path) => Path = path;

    public string Path { get; }
    public string this[string file] => System.IO.Path.Combine(Path, file);

    /// <exception cref="BadInputException">The folder can't be written, or holds a run already.</exception>
    public static RunFolder Create(string path, RunInfo info)
    {
        var folder = new RunFolder(path);
        try
        {
            Directory.CreateDirectory(path);
            if (File.Exists(folder[RunFile]) || HasContent(folder[TrialsFile]))
                throw new BadInputException($"{path} holds a run already; choose another folder with --out");
            File.WriteAllText(folder[RunFile], JsonSerializer.Serialize(info, SummaryJson.Options));
            // Made before anything starts: a folder in which trials have no place is unusable input.
            using (new FileStream(folder[TrialsFile], FileMode.Append, FileAccess.Write))
                return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException(
                $"the run folder '{path}' can't be written: {e.Message}; choose another with --out"
            );
        }
    }

    private static bool HasContent(string path)
    {
        if (!File.Exists(path))
            return false;
        using var file = File.OpenRead(path);
        return file.Length > 0;
    }

    /// <exception cref="BadInputException">There is no run in that folder.</exception>
    public static RunFolder Open(string path) =>
        File.Exists(System.IO.Path.Combine(path, RunFile))
            ? new(path)
            : throw new BadInputException(
                $"{path} holds no run (no {RunFile}); give the folder that `pingmark run` named at its end"
            );

    /// <exception cref="PingmarkException">The disk is full or the folder has gone; what was appended before is
    /// intact.</exception>
    public void Append(IReadOnlyList<TrialRecord> records)
    {
        try
        {
            using var file = new FileStream(this[TrialsFile], FileMode.OpenOrCreate, FileAccess.ReadWrite);
            DropCutOffLine(file);
            foreach (var record in records)
                file.Write(Encoding.UTF8.GetBytes(JsonSerializer.Serialize(record, SummaryJson.LineOptions) + "\n"));
            file.Flush(flushToDisk: true);
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

    /// <summary>What a crash left of a line must not join the next one.</summary>
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

    /// <exception cref="BadInputException">It is damaged, or of a version that is not known here.</exception>
    public RunInfo ReadInfo()
    {
        var text = File.ReadAllText(this[RunFile]);
        // The schema comes first: a run of another version should say so, not complain about a key.
        if (Parse<Header>(text, this[RunFile], 1).Schema is { } schema && schema != RunInfo.CurrentSchema)
            throw new BadInputException(
                $"{this[RunFile]} has the schema {schema}, this pingmark reads {RunInfo.CurrentSchema}; "
                    + "use the version that made it"
            );
        var info = Parse<RunInfo>(text, this[RunFile], 1);
        return info.Cells.Count > 0 && info.Cells.DistinctBy(c => c.Id).Count() == info.Cells.Count
            ? info
            : throw new BadInputException($"{this[RunFile]} has no cells, or two of one id");
    }

    /// <summary>All whole lines; a last line without its newline is a trial that a crash cut off, and is left
    /// out.</summary>
    public IReadOnlyList<TrialRecord> ReadTrials()
    {
        if (!File.Exists(this[TrialsFile]))
            return [];
        var text = File.ReadAllText(this[TrialsFile]);
        return text[..(text.LastIndexOf('\n') + 1)]
            .Split('\n')
            .Index()
            .Where(line => line.Item.Length > 0)
            .Select(line => Trial(line.Item, line.Index + 1))
            .ToList();
    }

    private TrialRecord Trial(string json, int line)
    {
        var trial = Parse<TrialRecord>(json, this[TrialsFile], line);
        return CoreList.IsValid(trial.ServerCpus) && CoreList.IsValid(trial.ClientCpus)
            ? trial
            : throw new BadInputException($"{this[TrialsFile]}:{line}: cores are lists such as 0-2,5");
    }

    private static T Parse<T>(string json, string file, int line)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, SummaryJson.Options)
                ?? throw new BadInputException($"{file}:{line}: is empty");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{file}:{line + (e.LineNumber ?? 0)}: {e.Message}");
        }
    }

    private sealed record Header(string? Schema = null);
}
