using System.Security.Cryptography;

namespace Pingmark.Bundles;

/// <summary>The SHA-256 that was published of a bundle.</summary>
public sealed class PublishedHash : IBundleClaim
{
    private readonly string _published;

    /// <exception cref="BadInputException">The text is no SHA-256.</exception>
    public PublishedHash(string published)
    {
        const int digits = 2 * SHA256.HashSizeInBytes;
        _published = published.Trim();
        if (_published.Length != digits || !_published.All(char.IsAsciiHexDigit))
            throw new BadInputException($"a SHA-256 has {digits} hexadecimal digits, and '{_published}' is none");
    }

    public BundleFinding Judge(byte[] archive, string scratch)
    {
        var sha256 = BundleManifest.Hash(archive);
        return sha256.Equals(_published, StringComparison.OrdinalIgnoreCase)
            ? BundleFinding.Agrees(BundleVerifier.ArchivePart, "its SHA-256 is the one that was published")
            : BundleFinding.Altered(
                BundleVerifier.ArchivePart,
                $"its SHA-256 is {sha256}, and {_published} was published"
            );
    }
}
