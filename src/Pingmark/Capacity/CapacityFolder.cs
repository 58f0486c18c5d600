using System.Text.Json;
using Microsoft.Win32.SafeHandles;
using Pingmark.Capacity.Reporting;
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
    private const long MaxPlanBytes = 64L << 20,
        MaxStepsBytes = 1L << 30;
    private const int MaxLineLength = 64 << 20;
    private SafeFileHandle? _lock;

    private CapacityFolder(string path) => Path = path;

    public string Path { get; }

    public string Name =>
        System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(Path)));
    public string this[string file] => System.IO.Path.Combine(Path, file);

    public static bool Holds(string path) => PlainFile.Exists(System.IO.Path.Combine(path, PlanFile));

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
            return CreateFiles(path, plan);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException(
                $"the folder '{path}' can't be written: {e.Message}; choose another with --out"
            );
        }
    }

    /// <summary>Locks the folder first, so that of two searches that begin at once only one does.</summary>
    private static CapacityFolder CreateFiles(string path, CapacityPlan plan)
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

    /// <summary>Reads the plan and all steps that can be used; a last line that a crash cut off is left out.</summary>
    /// <exception cref="BadInputException">A file can't be used: which, where, and why.</exception>
    public (CapacityPlan Plan, IReadOnlyList<CapacityStep> Steps) Read()
    {
        var plan = RunFiles.Parse<CapacityPlan>(PlainFile.ReadText(this[PlanFile], MaxPlanBytes), this[PlanFile], 1);
        if (plan.Schema != CapacityPlan.CurrentSchema)
            throw new BadInputException(
                $"{this[PlanFile]} has the schema {plan.Schema}, this pingmark reads {CapacityPlan.CurrentSchema}"
            );
        if (plan.Settings.Objectives.Count == 0 || plan.Cells.Count == 0)
            throw new BadInputException($"{this[PlanFile]} has no objectives, or no cells");
        var cells = plan.Cells.Select(cell => cell.Id).ToHashSet();
        var steps = new List<CapacityStep>();
        foreach (var (number, text) in PlainFile.ReadLines(this[StepsFile], MaxStepsBytes, MaxLineLength))
        {
            if (text.Length == 0)
                continue;
            if (Checksum.IsValid(text) is not true)
                throw new BadInputException($"{this[StepsFile]}:{number}: its checksum does not agree");
            var step = RunFiles.Parse<CapacityStep>(text, this[StepsFile], number);
            if (!cells.Contains(step.Cell))
                throw new BadInputException($"{this[StepsFile]}:{number}: '{step.Cell}' is no cell of the search");
            if (step.Window is not null && !(step.Offered > 0))
                throw new BadInputException($"{this[StepsFile]}:{number}: offers no load");
            steps.Add(step);
        }
        return (plan, steps);
    }

    public void Dispose() => _lock?.Dispose();
}

/// <summary>A search with its summary, which is built again from its steps.</summary>
public sealed record SummedSearch(CapacityPlan Plan, IReadOnlyList<CapacityStep> Steps, CapacitySummary Summary)
{
    private const long MaxSummaryBytes = 256L << 20;

    /// <exception cref="BadInputException">The search is damaged.</exception>
    public static SummedSearch Read(CapacityFolder folder)
    {
        var (plan, steps) = folder.Read();
        return new(plan, steps, CapacitySummaries.Build(plan, steps, !IsComplete(folder)));
    }

    /// <summary>Whether the search ended by itself, as the summary tells that was written then.</summary>
    private static bool IsComplete(CapacityFolder folder)
    {
        var file = folder[CapacityFiles.Summary];
        try
        {
            return PlainFile.Exists(file)
                && JsonSerializer.Deserialize<CapacitySummary>(
                    PlainFile.ReadText(file, MaxSummaryBytes),
                    SummaryJson.Strict
                )
                    is { Interrupted: false };
        }
        catch (Exception e) when (e is JsonException or BadInputException)
        {
            return false;
        }
    }
}
