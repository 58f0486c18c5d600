using System.Globalization;
using System.Text.RegularExpressions;

namespace Pingmark.TestRun;

/// <summary>What programs took of the cores: on a machine that others use it is what tests cost, however long they
/// took. A shell wrote it beside their logs.</summary>
internal static partial class CpuTimes
{
    public const string Extension = ".cpu";

    /// <returns>In user mode and in the kernel, of all programs whose logs are in the folder.</returns>
    public static TimeSpan In(string folder) =>
        TimeSpan.FromSeconds(
            Directory
                .EnumerateFiles(folder, "*" + Extension)
                .SelectMany(file => Time().Matches(File.ReadAllText(file)))
                .Sum(time => 60 * Number(time.Groups[1].Value) + Number(time.Groups[2].Value))
        );

    private static double Number(string text) => double.Parse(text.Replace(',', '.'), CultureInfo.InvariantCulture);

    [GeneratedRegex(@"(\d+)m(\d+[.,]\d+)s")]
    private static partial Regex Time();
}
