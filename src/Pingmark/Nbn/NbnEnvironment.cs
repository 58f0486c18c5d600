using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Nbn;

/// <summary>The lines with which BenchmarkDotNet begins a result: the program and the system, the processor, and what
/// ran there. All of it was told by the kernel and by the workers themselves.</summary>
internal static class NbnEnvironment
{
    /// <param name="machine">The server's machine.</param>
    /// <param name="stacks">Each stack with the versions of its sides, or why it has none.</param>
    /// <param name="job">How it was measured, in BenchmarkDotNet's words.</param>
    public static IReadOnlyList<string> Lines(
        MachineInfo machine,
        IEnumerable<(string Stack, string Text)> stacks,
        string job
    )
    {
        var ran = stacks.Distinct().Select(stack => (Name: NbnReport.LibraryOf(stack.Stack), stack.Text)).ToList();
        var width = ran.Select(one => one.Name.Length).DefaultIfEmpty().Max();
        return
        [
            $"{$"Pingmark=v{machine.PingmarkVersion}".TrimEnd('v', '=')}, OS={machine.Os}, Kernel={machine.Kernel}",
            $"{machine.Cpu}, {Cores(machine)}",
            .. ran.Select(one => $"  {one.Name.PadRight(width)} : {one.Text}"),
            job,
        ];
    }

    /// <summary>The versions of both sides, once where they are the same.</summary>
    public static string Versions(IReadOnlyDictionary<string, string> sides) =>
        sides.Values.Distinct().Count() == 1
            ? sides.Values.First()
            : string.Join("; ", sides.Select(side => $"{side.Key} {side.Value}"));

    private static string Cores(MachineInfo machine) =>
        machine.PhysicalCores is { } physical
            ? $"{NumberText.Count(machine.Cores)} logical and {NumberText.Count(physical)} physical cores"
            : $"{NumberText.Count(machine.Cores)} logical cores";
}
