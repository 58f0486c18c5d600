namespace Pingmark.Bundles;

/// <summary>Something that is known of a bundle from elsewhere, such as its published hash: nothing in the bundle
/// itself proves it.</summary>
public interface IBundleClaim
{
    /// <param name="archive">The bytes of the bundle's file.</param>
    /// <param name="scratch">A folder of the caller's own for files.</param>
    /// <exception cref="PingmarkException">What checks it is missing on this machine.</exception>
    BundleFinding Judge(byte[] archive, string scratch);
}
