using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Ui;

/// <summary>A word that nobody guesses, and that is compared in the same time whatever it is compared with.</summary>
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

    /// <summary>Of the hashes, so that not even the length is told.</summary>
    public bool Is(string? other) => CryptographicOperations.FixedTimeEquals(_hash, Hash(other ?? ""));

    private static byte[] Hash(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
