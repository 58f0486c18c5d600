using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Reads the ids of stacks. An id that no worker has is an error, a stack that can't run here isn't.</summary>
/// <param name="known">The ids that workers have; null where they are not known, so that every id of the right form is
/// accepted.</param>
/// <param name="serversOnly">Those of them that have no client.</param>
internal sealed class StackIds(IReadOnlyList<string>? known, IReadOnlyList<string>? serversOnly = null)
{
    public const string Native = "native";
    public const string Reference = "reference";
    public const string Every = "every";

    /// <summary>The runtimes that <c>runtime_options</c> may name; null where they are not known.</summary>
    public IReadOnlyList<string>? Runtimes { get; } = known?.Select(id => id.Split('/')[0]).Distinct().ToList();

    /// <summary>Whether a stack has a client; one that isn't known is taken to have one.</summary>
    public bool HasClient(string stack) => serversOnly?.Contains(StackVersion.RemoveFrom(stack)) != true;

    /// <summary>Reads a stack's id.</summary>
    public string Stack(string text, string what)
    {
        var plain = StackVersion.RemoveFrom(text);
        if (known is not null && !known.Contains(plain))
            throw new BadInputException($"unknown stack '{text}'{NearestName.Suggestion(plain, known)}");
        return
            plain.Split('/') is [{ Length: > 0 }, { Length: > 0 }]
            && plain.All(c => c == '/' || Values.IsNameLetter(c))
            && StackVersion.FindIn(text) is null or { Length: > 0 and <= 20 }
            && StackVersion.FindIn(text)?.All(Values.IsNameLetter) != false
            ? text
            : throw new BadInputException($"{what} must be a stack's id such as cpp/tcp-epoll, not '{text}'");
    }

    /// <summary>Reads <c>native</c>, <c>reference</c>, <c>every</c> or a stack's id.</summary>
    public string Client(string text, string what)
    {
        if (text is Native or Reference or Every)
            return text;
        if (known is not null && !known.Contains(StackVersion.RemoveFrom(text)))
            throw new BadInputException(
                $"unknown client '{text}'{NearestName.Suggestion(text, [Native, Reference, Every, .. known])}"
            );
        if (!HasClient(text))
            throw new BadInputException($"{text} is a server alone, without a client");
        return text.Contains('/')
            ? Stack(text, what)
            : throw new BadInputException(
                $"{what} must be {Native}, {Reference}, {Every} or a stack's id, not '{text}'"
            );
    }

    /// <summary>The known stacks that match a pattern with <c>*</c> and <c>?</c>, in their order.</summary>
    public IReadOnlyList<string> Matching(string pattern) =>
        (known ?? [])
            .Where(id => System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, id, ignoreCase: false))
            .ToList();

    /// <summary>The names that a published figure may have; null if stacks aren't known.</summary>
    public IReadOnlyList<string>? NamesWith(IEnumerable<StackEntry> entries) =>
        known?.Union(entries.SelectMany(e => new[] { e.Name, e.Stack })).ToList();
}
