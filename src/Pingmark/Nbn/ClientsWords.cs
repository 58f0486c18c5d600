using System.Globalization;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>Values of <c>--clients</c>, which is two options under one name: NBN's number of clients, and where they
/// run, as for <c>run</c>.</summary>
public static class ClientsWords
{
    /// <param name="hasHostsFile">Its names and labels are known to who reads it.</param>
    /// <returns>Null: not given.</returns>
    /// <exception cref="BadInputException">Two numbers, or neither number nor place.</exception>
    public static (int? Count, string? Hosts) Read(IEnumerable<string> values, bool hasHostsFile)
    {
        var words = values.SelectMany(value => value.Split(',')).ToList();
        var counts = words.Where(IsNumber).ToList();
        var hosts = words.Where(word => !IsNumber(word)).ToList();
        if (counts.Count > 1)
            throw new BadInputException($"--clients is given two numbers, {counts[0]} and {counts[1]}");
        if (!hasHostsFile && hosts.FirstOrDefault(word => !IsPlace(word)) is { } strange)
            throw new BadInputException(
                "--clients must be a number of clients, or where they run (local, ssh:HOST, slurm, or a host of "
                    + $"--hosts), not '{strange}'"
            );
        return (counts is [var count] ? Number(count) : null, hosts.Count > 0 ? string.Join(',', hosts) : null);
    }

    /// <summary>Also one that is out of range.</summary>
    private static bool IsNumber(string word) =>
        word.TrimStart('-') is { Length: > 0 } digits && digits.All(char.IsAsciiDigit);

    private static bool IsPlace(string word) =>
        word is SiteEntry.ThisMachine or "slurm" || word.Contains(':', StringComparison.Ordinal);

    private static int Number(string word) =>
        int.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new BadInputException($"--clients must be 1 to {ScenarioKeys.MostConnections}, not '{word}'");
}
