using System.Text.RegularExpressions;

namespace Pingmark.Bundles;

/// <summary>That somebody whose public key is known signed a bundle.</summary>
public sealed partial class SignedBy : IBundleClaim
{
    internal const string Part = "signature";

    private readonly string _keys,
        _signers,
        _file;

    /// <param name="keys">The file of the public key; where it has several keys, any of them.</param>
    /// <param name="bundle">The bundle's file, beside which the signature is.</param>
    /// <exception cref="BadInputException">The file can't be read, or has no public keys.</exception>
    public SignedBy(string keys, string bundle) =>
        (_keys, _signers, _file) = (
            keys,
            SignatureProgram.Signers(BundleSignature.Read(keys), keys),
            bundle + BundleSignature.Ending
        );

    public BundleFinding Judge(byte[] archive, string scratch)
    {
        if (!PlainFile.Exists(_file))
            return BundleFinding.Unsigned(Part, $"there is none: {_file} is missing");
        var (isGood, said) = BundleSignature.Check(archive, BundleSignature.Read(_file), _signers, scratch);
        return isGood
            ? BundleFinding.Agrees(Part, $"these bytes were signed by {Key().Match(said).Value}, which {_keys} has")
            : BundleFinding.Unsigned(
                Part,
                $"{_file} is no signature of these bytes by a key that {_keys} has: {said.Split('\n')[0]}"
            );
    }

    [GeneratedRegex("[^ ]+ key [^ ]+$")]
    private static partial Regex Key();
}
