using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>How much CPU time the control groups of this process allow it: a container's limit.</summary>
public sealed record CpuQuota
{
    /// <summary>The number of cores with which two sides and the controller start as fast as without a limit.</summary>
    private const double Enough = 2;

    /// <summary>The largest factor for waiting, so that whoever waits for a process that hangs learns it before they
    /// give up.</summary>
    private const double Slowest = 30;

    public static CpuQuota OfThisProcess { get; } = Read("/");

    /// <summary>The limit in cores; null where there is none.</summary>
    public double? Cores { get; init; }

    /// <summary>The factor by which every deadline for processes is longer because of the limit.</summary>
    public double Slowness => Cores is { } cores ? Math.Clamp(Enough / cores, 1, Slowest) : 1;

    /// <summary>What the limit means for figures; null where it means nothing.</summary>
    public Sentence? Sentence =>
        Slowness > 1
            ? new(
                "a control group allows {cores} cores (cpu.max): workers are waited for {slowness} times as long, and "
                    + "being throttled is in every figure",
                new Quantity("cores", Cores!.Value, Rounded),
                new Quantity("slowness", Slowness, Rounded)
            )
            : null;

    /// <summary>Reads the least limit of all the groups around this process.</summary>
    /// <param name="root">The folder that /proc and /sys are in.</param>
    public static CpuQuota Read(string root) =>
        new() { Cores = ControlGroups.Around(root, "cpu").Select(group => CoresOf(Path.Join(root, group))).Min() };

    private static double? CoresOf(string group) =>
        KernelFile.Lines(Path.Join(group, "cpu.max")) is [var line, ..] && line.Split(' ') is [var quota, var period]
            ? Share(quota, period)
            : Share(Line(group, "cpu.cfs_quota_us"), Line(group, "cpu.cfs_period_us"));

    private static string Rounded(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);

    private static string? Line(string group, string file) => KernelFile.Lines(Path.Join(group, file)).FirstOrDefault();

    private static double? Share(string? quota, string? period) =>
        Number(quota) is { } allowed && Number(period) is { } of ? allowed / of : null;

    /// <summary>A positive number; <c>max</c> and -1 mean no limit and are null.</summary>
    private static double? Number(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : null;
}
