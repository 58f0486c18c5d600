using System.Text.Json;

namespace Pingmark.Formatting;

/// <summary>The words that suites, results and reports have for the values of enums.</summary>
public static class ValueNames
{
    /// <summary>The word for a value, as in the JSON files: <c>unreliable</c> for
    /// <c>Transmission.Unreliable</c>.</summary>
    public static string Word(this Enum value) => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    /// <summary>The words for all values of an enum, in the order of their declaration.</summary>
    public static IReadOnlyList<string> All<T>()
        where T : struct, Enum => Enum.GetValues<T>().Select(value => value.Word()).ToList();

    /// <summary>The value that a word means; null where it means none.</summary>
    public static T? Find<T>(string word)
        where T : struct, Enum => Enum.GetValues<T>().Cast<T?>().FirstOrDefault(value => value!.Value.Word() == word);
}
