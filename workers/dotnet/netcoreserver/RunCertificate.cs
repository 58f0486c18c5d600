using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>A server's certificate: it signs itself, lives in memory, and ends with the process.</summary>
internal static class RunCertificate
{
    public static X509Certificate2 Make()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=pingmark", key, HashAlgorithmName.SHA256);
        // Clocks of two machines differ.
        var now = DateTimeOffset.UtcNow;
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
    }
}
