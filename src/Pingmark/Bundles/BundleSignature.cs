using System.Text;

namespace Pingmark.Bundles;

/// <summary>A signature of a bundle by a user's own key of ssh. It is a file beside the bundle, whose bytes it
/// signs.</summary>
public static class BundleSignature
{
    /// <summary>What the name of its file has after that of the bundle.</summary>
    public const string Ending = ".sig";

    private const string Begin = "-----BEGIN SSH SIGNATURE-----",
        Bundle = "bundle";

    private const long MostBytes = 64 << 10;

    /// <param name="key">The file of a private key, or that of a public one whose other half ssh-agent has.</param>
    /// <param name="scratch">A folder of the caller's own for files.</param>
    /// <returns>The text of the signature's file.</returns>
    /// <exception cref="PingmarkException">What signs is missing, or can't sign with that key.</exception>
    public static string Make(byte[] archive, string key, string scratch)
    {
        var file = Path.Combine(scratch, Bundle);
        PlainFile.WriteBytes(file, archive);
        SignatureProgram.OfOpenSsh.Sign(file, key);
        return Read(file + Ending);
    }

    /// <summary>Whether a file may be written over by another signature.</summary>
    public static bool IsOne(string file) => Read(file).StartsWith(Begin, StringComparison.Ordinal);

    /// <summary>Reads a signature, or a file of keys.</summary>
    internal static string Read(string file) => PlainFile.ReadText(file, MostBytes);

    /// <returns>Whether it is a signature of these bytes by one of the signers, and what is said of it.</returns>
    internal static (bool IsGood, string Said) Check(byte[] archive, string signature, string signers, string scratch)
    {
        // No file of a bundle begins with a point.
        var folder = Directory.CreateDirectory(Path.Combine(scratch, Ending)).FullName;
        return SignatureProgram.OfOpenSsh.Check(
            Written(Bundle, archive),
            Written("signature", Encoding.UTF8.GetBytes(signature)),
            Written("signers", Encoding.UTF8.GetBytes(signers))
        );

        string Written(string name, byte[] bytes)
        {
            var path = Path.Combine(folder, name);
            PlainFile.WriteBytes(path, bytes);
            return path;
        }
    }
}
