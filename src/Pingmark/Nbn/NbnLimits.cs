using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>Compares NBN's options with what a stack can do, before anything is sent.</summary>
public static class NbnLimits
{
    private const string TickRate = "tick_rate_hz",
        NativeSockets = "native_sockets";

    /// <summary>The requested transmission, or by default the only one that the stack has.</summary>
    /// <exception cref="BadInputException">The transmission was given explicitly, and the stack does not have
    /// it.</exception>
    public static Transmission TransmissionOf(StackDescription stack, NbnOptions options)
    {
        if (options.Transmission == Transmission.Reliable ? stack.IsReliable : stack.IsUnreliable)
            return options.Transmission;
        var only = stack.IsReliable ? Transmission.Reliable : Transmission.Unreliable;
        return options.Given.Contains("--transmission")
            ? throw new BadInputException(
                $"{stack.Stack} has no {options.Transmission.Word()} transmission, only {only.Word()}; "
                    + $"choose --transmission {only} or another --library"
            )
            : only;
    }

    /// <summary>The transmissions that the prompt of a manual test offers, the one that was asked for first.</summary>
    public static IReadOnlyList<Transmission> TransmissionsOf(StackDescription stack, NbnOptions options)
    {
        var first = TransmissionOf(stack, options);
        var other = first == Transmission.Reliable ? Transmission.Unreliable : Transmission.Reliable;
        return HasBoth(stack) ? [first, other] : [first];
    }

    /// <exception cref="BadInputException">More is asked for than the library can carry; the message has the
    /// limit.</exception>
    public static void Check(StackDescription stack, NbnOptions options)
    {
        var reliable = TransmissionOf(stack, options) == Transmission.Reliable;
        var most = reliable ? stack.MaxReliableMessageBytes ?? stack.MaxMessageBytes : stack.MaxMessageBytes;
        AtMost(
            "--message-byte-size",
            options.MessageByteSize,
            most,
            $"{stack.Stack} carries at most {{0}} bytes in "
                + $"{(HasBoth(stack) ? (reliable ? "a reliable" : "an unreliable") : "a")} message"
        );
        AtMost("--clients", options.Clients, stack.MaxConnections, $"{stack.Stack} takes at most {{0}}");
    }

    /// <summary>The options that were given and have no meaning for this stack.</summary>
    public static IEnumerable<string> Unused(StackDescription stack, NbnOptions options) =>
        new[]
        {
            ("--client-tick-rate", TickRate),
            ("--server-tick-rate", TickRate),
            ("--use-native-sockets", NativeSockets),
        }
            .Where(o => options.Given.Contains(o.Item1) && !stack.Has(o.Item2))
            .Select(o => o.Item1)
            .Concat(options.Given.Contains("--gc") && !NbnGcModes.AppliesTo(stack.Stack) ? ["--gc"] : []);

    /// <summary>The workload, with only those options that the stack knows.</summary>
    public static Scenario ScenarioOf(StackDescription stack, NbnOptions options) =>
        new()
        {
            Generators = options.ClientMachines == 1 ? null : options.ClientMachines,
            Connections = options.Clients / options.ClientMachines,
            InFlight = options.ParallelMessages,
            MessageBytes = options.MessageByteSize,
            Payload = options.Payload.Word(),
            Address = options.Address,
            Transmission = HasBoth(stack) ? TransmissionOf(stack, options) : null,
            Network = options.Network,
            Options = OptionsOf(stack, options),
        };

    private static StackOptions OptionsOf(StackDescription stack, NbnOptions options)
    {
        var asked = StackOptions.None;
        if (stack.Has(TickRate))
            asked = asked
                .With($"{StackOptions.Server}.{TickRate}", NumberText.Count(options.ServerTickRate))
                .With($"{StackOptions.Client}.{TickRate}", NumberText.Count(options.ClientTickRate));
        return stack.Has(NativeSockets)
            ? asked.With(NativeSockets, options.UseNativeSockets ? "true" : "false")
            : asked;
    }

    public static bool HasBoth(StackDescription stack) => stack is { IsReliable: true, IsUnreliable: true };

    private static void AtMost(string option, long value, long most, string limit)
    {
        if (value > most)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{option} is {value}, and {string.Format(CultureInfo.InvariantCulture, limit, most)}"
                )
            );
    }
}
