using Pingmark.Formatting;

namespace Pingmark.Workers;

/// <summary>Writes for people what a stack is and can do.</summary>
public static class StackText
{
    public static string Describe(StackDescription stack)
    {
        var facts = new (string What, string Text)[]
        {
            ("transport", stack.Transport),
            ("waits", stack.Spins ? "spins" : "blocks"),
            ("threads", stack.Threading),
            ("delivery", stack is { IsReliable: true, IsUnreliable: true } ? "reliable, unreliable" : Delivery(stack)),
            ("loads", string.Join(", ", stack.Loads)),
            ("payloads", string.Join(", ", stack.Payloads)),
            ("message", $"up to {NumberText.Count(stack.MaxMessageBytes)} B"),
            ("connections", $"up to {NumberText.Count(stack.MaxConnections)}"),
            ("socket options", Listed(stack.SocketOptions)),
        };
        var lines = facts.Select(fact => $"  {fact.What, -15} {fact.Text}").Prepend($"{stack.Stack}: {stack.About}");
        return TerminalSafeText.Plain(string.Join('\n', lines.Append(Options(stack))));
    }

    private static string Delivery(StackDescription stack) => stack.IsReliable ? "reliable" : "unreliable";

    private static string Listed(IReadOnlyList<string> names) => names.Count > 0 ? string.Join(", ", names) : "none";

    private static string Options(StackDescription stack) =>
        stack.Options.Count == 0
            ? "It has no options of its own."
            : string.Join(
                '\n',
                stack
                    .Options.Select(option =>
                        $"  {option.Name, -18} {option.Values, -11} {option.Default, -8} {option.Role, -7} "
                        + option.About
                    )
                    .Prepend($"  {"name", -18} {"values", -11} {"default", -8} {"side", -7}")
                    .Prepend("Options (in suites options: {NAME: VALUE}, of all stacks or under one):")
            );
}
