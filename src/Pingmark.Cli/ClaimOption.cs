using System.CommandLine;
using Pingmark.Bundles;

namespace Pingmark.Cli;

/// <summary>An option by which a user says what is known of a bundle from elsewhere.</summary>
/// <param name="Make">Makes what is claimed of the option's value and the bundle's file.</param>
internal sealed record ClaimOption(Option<string?> Option, Func<string, string, IBundleClaim> Make)
{
    public static IReadOnlyList<ClaimOption> All() =>
        [
            new(
                new("--sha256")
                {
                    Description = "The SHA-256 that was published of it; another one means that it was altered",
                    HelpName = "hash",
                },
                (hash, _) => new PublishedHash(hash)
            ),
            new(
                new("--signed-by")
                {
                    Description = "The file of a public key of OpenSSH; BUNDLE.sig must be its signature of the bundle",
                    HelpName = "file",
                },
                (keys, bundle) => new SignedBy(keys, bundle)
            ),
        ];

    /// <returns>What is claimed; null where the option was not given.</returns>
    /// <exception cref="BadInputException">The value is none that the option can have.</exception>
    public IBundleClaim? Read(ParseResult parsed, string bundle) =>
        parsed.GetValue(Option) is { } value ? Make(value, bundle) : null;
}
