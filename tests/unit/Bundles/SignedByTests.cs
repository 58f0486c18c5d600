using System.Diagnostics;
using Pingmark.Bundles;
using Pingmark.Host;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Bundles;

/// <summary>Signatures by keys that ssh-keygen makes here.</summary>
public sealed class SignedByTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly BundledRun _run = new();

    public SignedByTests()
    {
        foreach (var key in SshKeygenHere.Missing is null ? new[] { "alice", "bob" } : [])
        {
            using var made = Process.Start("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", _folder[key]]);
            made.WaitForExit();
        }
    }

    private string Bundle => _folder["run.tar.gz"];

    public void Dispose()
    {
        _run.Dispose();
        _folder.Dispose();
    }

    [SshKeygenFact]
    public void A_signature_is_told_with_its_key()
    {
        Sign(_run.Bundle);
        var verified = _run.Verify(_run.Bundle, By("alice"));
        Assert.True(verified.IsIntact);
        Assert.StartsWith(
            "these bytes were signed by ED25519 key SHA256:",
            Assert.Single(verified.Findings, found => found.What == "signature").Text
        );
        Assert.Contains(verified.Findings, found => found.Text.StartsWith("that whoever signed it", Ordinal));
        var keys = new[] { "bob.pub", "alice.pub" }.Select(key => File.ReadAllText(_folder[key]));
        File.WriteAllText(_folder["both.pub"], string.Concat(keys));
        Assert.True(_run.Verify(_run.Bundle, new SignedBy(_folder["both.pub"], Bundle)).IsIntact);
    }

    [SshKeygenFact]
    public void One_by_another_key_counts_for_nothing()
    {
        Sign(_run.Bundle);
        AssertUnsigned(_run.Verify(_run.Bundle, By("bob")), "is no signature of these bytes by a key that");
    }

    /// <summary>By somebody who makes the manifest anew, so that nothing but the signature can tell.</summary>
    [SshKeygenFact]
    public void One_of_other_bytes_is_none_of_these()
    {
        using var later = new BundledRun(startedAt: DateTimeOffset.UnixEpoch.AddDays(1));
        Sign(later.Bundle);
        AssertUnsigned(_run.Verify(_run.Bundle, By("alice")), "incorrect signature");
    }

    [SshKeygenFact]
    public void So_is_what_was_signed_for_something_else()
    {
        File.WriteAllBytes(Bundle, _run.Bundle);
        using var signed = Process.Start(
            "ssh-keygen",
            ["-q", "-Y", "sign", "-f", _folder["alice"], "-n", "file", Bundle]
        );
        signed.WaitForExit();
        AssertUnsigned(_run.Verify(_run.Bundle, By("alice")), "is no signature of these bytes");
    }

    [SshKeygenFact]
    public void A_signature_that_is_missing_or_damaged_is_told()
    {
        AssertUnsigned(_run.Verify(_run.Bundle, By("alice")), "there is none");
        File.WriteAllText(Bundle + BundleSignature.Ending, "no signature");
        AssertUnsigned(_run.Verify(_run.Bundle, By("alice")), "Couldn't parse signature");
    }

    [SshKeygenFact]
    public void A_key_that_can_not_sign_is_bad_input() =>
        Assert.Throws<BadInputException>(() => BundleSignature.Make(_run.Bundle, _folder["nobody"], _folder.Path));

    [Theory]
    [InlineData("")]
    [InlineData("-----BEGIN OPENSSH PRIVATE KEY-----")]
    [InlineData("* cert-authority ssh-ed25519 AAAA")]
    public void What_has_no_public_keys_is_bad_input(string text)
    {
        File.WriteAllText(_folder["mallory.pub"], text);
        Assert.Contains("no public keys", Assert.Throws<BadInputException>(() => By("mallory")).Message);
    }

    private const StringComparison Ordinal = StringComparison.Ordinal;

    private void Sign(byte[] archive) =>
        File.WriteAllText(
            Bundle + BundleSignature.Ending,
            BundleSignature.Make(archive, _folder["alice"], Directory.CreateDirectory(_folder["signing"]).FullName)
        );

    private SignedBy By(string key) => new(_folder[$"{key}.pub"], Bundle);

    private static void AssertUnsigned(VerifiedBundle verified, string text)
    {
        Assert.Equal(ExitCode.CellFailed, verified.ExitCode);
        var found = Assert.Single(verified.Findings, one => one.Verdict > BundleVerdict.Unknown);
        Assert.Equal(BundleVerdict.Unsigned, found.Verdict);
        Assert.Contains(text, found.Text);
    }
}

internal static class SshKeygenHere
{
    public static string? Missing { get; } =
        Executables.Find("ssh-keygen") is null ? "no ssh-keygen here: apt-get install openssh-client" : null;
}

internal sealed class SshKeygenFactAttribute : FactAttribute
{
    public SshKeygenFactAttribute() => Skip = SshKeygenHere.Missing;
}
