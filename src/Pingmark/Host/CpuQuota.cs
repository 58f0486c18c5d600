using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>How much CPU time the control groups of this process allow it: a container's limit.</summary>
public sealed record CpuQuota
{
    /// <summary>Two sides and the controller start on as much without being late.</summary>
    private const double Enough = 2;

    /// <summary>Whoever hangs is to be told before they have given up.</summary>
    private const double Slowest = 30;

    public static CpuQuota OfThisProcess { get; } = Read("/");

    /// <summary>In cores; null: no limit.</summary>
    public double? Cores { get; init; }

    /// <summary>So many times as long everything may take.</summary>
    public double Slowness => Cores is { } cores ? Math.Clamp(Enough / cores, 1, Slowest) : 1;

    /// <summary>What it means for figures; null: nothing.</summary>
    public Sentence? Sentence =>
        Slowness > 1
            ? new(
                "a control group allows {cores} cores (cpu.max): workers are waited for {slowness} times as long, and "
                    + "being throttled is in every figure",
                new Quantity("cores", Cores!.Value, Rounded),
                new Quantity("slowness", Slowness, Rounded)
            )
            : null;

    /// <summary>Of all the groups around this process the one that allows least.</summary>
    /// <param name="root">Where /proc and /sys are.</param>
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

    /// <summary><c>max</c> and -1 are no limit.</summary>
    private static double? Number(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : null;
}
