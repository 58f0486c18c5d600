using System.Globalization;
using Pingmark.Placement.Engines;
using Pingmark.Schema;

namespace Pingmark.Nbn;

/// <summary>Reads the values of <c>--clients</c>, which is two options under one name: NBN's number of clients, and
/// where they run, as for <c>run</c>.</summary>
public static class ClientsOption
{
    /// <param name="hasHostsFile">Whether there is a hosts file, whose names and labels may then be among the
    /// words.</param>
    /// <returns>The number and the hosts; each is null where it is not given.</returns>
    /// <exception cref="BadInputException">There are two numbers, or a word is neither a number nor a
    /// place.</exception>
    public static (int? Count, string? Hosts) Read(IEnumerable<string> values, bool hasHostsFile)
    {
        var words = values.SelectMany(value => value.Split(',')).ToList();
        var counts = words.Where(IsNumber).ToList();
        var hosts = words.Where(word => !IsNumber(word)).ToList();
        if (counts.Count > 1)
            throw new BadInputException($"--clients is given two numbers, {counts[0]} and {counts[1]}");
        if (!hasHostsFile && hosts.FirstOrDefault(word => !IsPlace(word)) is { } strange)
            throw new BadInputException(
                "--clients must be a number of clients, or where they run "
                    + $"({string.Join(", ", MachineEngines.Syntaxes)}, or a host of --hosts), not '{strange}'"
            );
        return (counts is [var count] ? Number(count) : null, hosts.Count > 0 ? string.Join(',', hosts) : null);
    }

    /// <summary>Whether a word is a number, also one that is out of range.</summary>
    private static bool IsNumber(string word) =>
        word.TrimStart('-') is { Length: > 0 } digits && digits.All(char.IsAsciiDigit);

    private static bool IsPlace(string word) =>
        MachineEngines.Syntaxes.Contains(word) || word.Contains(':', StringComparison.Ordinal);

    private static int Number(string word) =>
        int.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new BadInputException($"--clients must be 1 to {ScenarioKeys.MaxConnections}, not '{word}'");
}
