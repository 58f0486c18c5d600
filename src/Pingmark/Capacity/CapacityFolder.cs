using System.Text.Json;
using Microsoft.Win32.SafeHandles;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Capacity;

/// <summary>The folder of a search: its plan, and its steps, which are appended and fsynced one by one, so that a crash
/// loses the step in flight and nothing else. One process at a time writes in it.</summary>
public sealed class CapacityFolder : IDisposable
{
    public const string PlanFile = RunFolder.SearchFile,
        StepsFile = "steps.jsonl";
    private const long LargestPlan = 64L << 20,
        LargestSteps = 1L << 30;
    private const int LongestLine = 64 << 20;
    private SafeFileHandle? _lock;

    private CapacityFolder(string path) => Path = path;

    public string Path { get; }

    /// <summary>The last part of its path.</summary>
    public string Name =>
        System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(Path)));
    public string this[string file] => System.IO.Path.Combine(Path, file);

    /// <summary>Whether a folder holds a search.</summary>
    public static bool Holds(string path) => PlainFile.Exists(System.IO.Path.Combine(path, PlanFile));

    /// <summary>Makes the folder of a search.</summary>
    /// <param name="isNew">Whether it gets a number behind its name where that is taken; if not, it must be
    /// empty.</param>
    /// <exception cref="BadInputException">The folder can't be written, or holds something already.</exception>
    public static CapacityFolder Create(string path, CapacityPlan plan, bool isNew)
    {
        try
        {
            if (isNew)
                path = RunFolder.CreateUniqueFolder(path);
            else
                Directory.CreateDirectory(path);
            return Filled(path, plan);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException(
                $"the folder '{path}' can't be written: {e.Message}; choose another with --out"
            );
        }
    }

    /// <summary>Locks the folder before it looks whether it is empty, so that of two that begin at once one
    /// does.</summary>
    private static CapacityFolder Filled(string path, CapacityPlan plan)
    {
        var folder = new CapacityFolder(path)
        {
            _lock =
                Libc.Lock(path)
                ?? throw new BadInputException(
                    $"another pingmark writes in {path} at this moment; choose another folder with --out"
                ),
        };
        try
        {
            if (Directory.EnumerateFileSystemEntries(path).Any())
                throw new BadInputException($"{path} is not empty; choose another folder with --out");
            PlainFile.Write(
                folder[PlanFile],
                Checksum.Append(JsonSerializer.Serialize(plan, SummaryJson.Options)) + "\n",
                replaces: false
            );
            new FileStream(folder[StepsFile], FileMode.CreateNew, FileAccess.Write).Dispose();
            return folder;
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <exception cref="BadInputException">There is no search in that folder.</exception>
    public static CapacityFolder Open(string path) =>
        Holds(path) ? new(path) : throw new BadInputException($"{path} holds no search (no {PlanFile})");

    /// <exception cref="PingmarkException">The disk is full or the folder is gone; earlier steps are kept.</exception>
    public void Append(CapacityStep step)
    {
        try
        {
            using var file = PlainFile.OpenAppend(this[StepsFile]);
            PlainFile.Append(
                file,
                Checksum.Append(JsonSerializer.Serialize(step, SummaryJson.LineOptions)) + "\n",
                PlainFile.Write
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PingmarkException(
                $"{this[StepsFile]} can't be written: {e.Message}; earlier steps are kept, `pingmark report {Path}` "
                    + "shows them",
                ExitCode.CellFailed,
                e
            );
        }
    }

    /// <summary>Writes a file of results.</summary>
    /// <exception cref="IOException">The file can't be written.</exception>
    public void Write(string file, string text) => PlainFile.Write(this[file], text);

    /// <summary>Reads the plan and all steps that can be used; a last line that a crash cut off is left out.</summary>
    /// <exception cref="BadInputException">A file can't be used: which, where, and why.</exception>
    public (CapacityPlan Plan, IReadOnlyList<CapacityStep> Steps) Read()
    {
        var plan = Parse<CapacityPlan>(PlainFile.ReadText(this[PlanFile], LargestPlan), PlanFile, 1);
        if (plan.Schema != CapacityPlan.CurrentSchema)
            throw new BadInputException(
                $"{this[PlanFile]} has the schema {plan.Schema}, this pingmark reads {CapacityPlan.CurrentSchema}"
            );
        if (plan.Settings.Objectives.Count == 0 || plan.Cells.Count == 0)
            throw new BadInputException($"{this[PlanFile]} has no objectives, or no cells");
        var cells = plan.Cells.Select(cell => cell.Id).ToHashSet();
        var steps = new List<CapacityStep>();
        foreach (var (number, text) in PlainFile.ReadLines(this[StepsFile], LargestSteps, LongestLine))
        {
            if (text.Length == 0)
                continue;
            if (Checksum.IsValid(text) is not true)
                throw new BadInputException($"{this[StepsFile]}:{number}: its checksum does not agree");
            var step = Parse<CapacityStep>(text, StepsFile, number);
            if (!cells.Contains(step.Cell))
                throw new BadInputException($"{this[StepsFile]}:{number}: '{step.Cell}' is no cell of the search");
            if (step.Window is not null && !(step.Offered > 0))
                throw new BadInputException($"{this[StepsFile]}:{number}: offers no load");
            steps.Add(step);
        }
        return (plan, steps);
    }

    private T Parse<T>(string json, string file, int line)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, SummaryJson.Strict)
                ?? throw new BadInputException($"{this[file]}:{line}: is empty");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{this[file]}:{line + (e.LineNumber ?? 0)}: {e.Message}");
        }
    }

    public void Dispose() => _lock?.Dispose();
}
