using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Pingmark.Worker.Kit;

/// <summary>A server's certificate: it signs itself, lives in memory, and ends with the process. So no client could
/// know it: the run tells which one its server shows.</summary>
public static class RunCertificate
{
    public static X509Certificate2 Make()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=pingmark", key, HashAlgorithmName.SHA256);
        // Clocks of two machines differ.
        var now = DateTimeOffset.UtcNow;
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
    }

    /// <summary>As the reply to <c>listen</c> tells it.</summary>
    public static string Fingerprint(X509Certificate certificate) =>
        certificate.GetCertHashString(HashAlgorithmName.SHA256).ToLowerInvariant();

    /// <returns>Why it is not the expected one; null: it is, or any is taken.</returns>
    public static string? WhyNot(ConnectPlan plan, X509Certificate? shown)
    {
        var fingerprint = shown is null ? "none" : Fingerprint(shown);
        return plan.Certificate is not { } expected || fingerprint == expected
            ? null
            : "the server shows another certificate than the expected one "
                + $"(SHA-256 {fingerprint}, expected {expected})";
    }
}
