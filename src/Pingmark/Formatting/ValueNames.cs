using System.Text.Json;

namespace Pingmark.Formatting;

/// <summary>Named values as the words of suites, results and reports.</summary>
public static class ValueNames
{
    /// <summary><c>unreliable</c> for <c>Transmission.Unreliable</c>, as in the JSON files.</summary>
    public static string Word(this Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <summary>All words of a kind, in the order of their declaration.</summary>
    public static IReadOnlyList<string> All<T>()
        where T : struct, Enum => Enum.GetValues<T>().Select(value => value.Word()).ToList();

    /// <summary>The value with this word; null where it is none.</summary>
    public static T? Find<T>(string word)
        where T : struct, Enum =>
        Enum.GetValues<T>().Where(value => value.Word() == word).Select(value => (T?)value).FirstOrDefault();
}
