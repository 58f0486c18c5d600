using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Ui;

/// <summary>A random word that nobody can guess. It is compared in the same time whatever it is compared
/// with.</summary>
internal sealed class Secret
{
    private const int Bytes = 32;

    private readonly byte[] _hash;

    public Secret()
    {
        Text = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes));
        _hash = Hash(Text);
    }

    public string Text { get; }

    /// <summary>Whether a text is this word. Hashes are compared, so that not even the length is told.</summary>
    public bool Is(string? other) => CryptographicOperations.FixedTimeEquals(_hash, Hash(other ?? ""));

    private static byte[] Hash(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
