using Pingmark.Bundles;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Bundles;

public sealed class BundleVerifierTests : IDisposable
{
    private const int Seed = 20_261_126,
        Alterations = 100;

    private readonly BundledRun _run = new();

    public void Dispose() => _run.Dispose();

    [Fact]
    public void Two_bundles_of_a_run_are_the_same_bytes_and_agree()
    {
        var bundle = _run.Bundle;
        Assert.Equal(bundle, _run.Bundle);
        var verified = _run.Verify(bundle);
        Assert.DoesNotContain(verified.Findings, found => found.Verdict > BundleVerdict.Unknown);
        Assert.Equal((true, ExitCode.Ok), (verified.IsIntact, verified.ExitCode));
        Assert.Contains(
            verified.Findings,
            found => found.Text.StartsWith("6 trials of this run", StringComparison.Ordinal)
        );
        foreach (var file in new[] { "summary.json", "report.md", "report.html", "results.csv" })
            Assert.Contains(
                verified.Findings,
                found => found.Text.StartsWith($"{file} is what follows", StringComparison.Ordinal)
            );
        Assert.Contains(verified.Findings, found => found.Verdict == BundleVerdict.Unknown);
        // What was taken out makes the same again.
        Assert.Equal(bundle, BundleMaker.Make(verified.Folder!).Archive);
    }

    /// <summary>A byte of the file as it travels; its first and last ones are special.</summary>
    [Fact]
    public void A_hundred_alterations_of_one_byte_are_all_told_and_so_is_a_bundle_that_was_cut_off()
    {
        var (bundle, random) = (_run.Bundle, new Random(Seed));
        for (var i = 0; i < Alterations; i++)
            AssertTold(Altered(bundle, random.Next(bundle.Length), random));
        foreach (var at in Enumerable.Range(0, 16).Concat(Enumerable.Range(bundle.Length - 16, 16)))
            AssertTold(Altered(bundle, at, random));
        AssertTold([.. bundle, 0]);
        AssertTold([.. bundle, .. bundle]);
        for (var length = bundle.Length - 1; length > 0; length -= bundle.Length / 20)
            AssertTold(bundle[..length]);
    }

    /// <summary>A byte below the compression, by somebody who compresses it anew: of a file, of the head of one, or of
    /// what fills it up.</summary>
    [Trait("Gate", "no")]
    [Fact]
    public void So_are_a_hundred_of_what_it_unpacks_to()
    {
        var (tar, random) = (BundleArchive.Decompress(_run.Bundle), new Random(Seed));
        // Most of the bytes are the page's.
        var ends = new[] { tar.Length, tar.Length / 100, 20_000, 2_000 };
        for (var i = 0; i < Alterations; i++)
            AssertTold(BundleArchive.Compress(Altered(tar, random.Next(ends[i % ends.Length]), random)));
    }

    [Fact]
    public void A_trial_that_was_left_out_is_named_and_missed_also_where_the_manifest_was_made_anew()
    {
        var verified = _run.Verify(_run.With("trials.jsonl", text => WithoutLine(text, 3)));
        AssertAltered(verified, "trials.jsonl: the trial of x/tcp-b c1 in round 2, block 2, line 4");
        AssertAltered(verified, "run.json says");
        verified = _run.Verify(_run.Forged("trials.jsonl", text => WithoutLine(text, 3)));
        AssertAltered(verified, "the run ended with 6 trials, as run.json says, and 5 can be used");
        Assert.Contains(verified.Findings, found => found.Verdict == BundleVerdict.Differs);
    }

    [Fact]
    public void A_trial_of_another_run_is_named()
    {
        using var other = new BundledRun(startedAt: DateTimeOffset.UnixEpoch.AddDays(1));
        var foreign = BundledRun.Lines(File.ReadAllText(other["trials.jsonl"])).First();
        foreach (var make in new[] { _run.With, (Func<string, Func<string, string>, byte[]>)_run.Forged })
        {
            var verified = _run.Verify(make("trials.jsonl", text => foreign + "\n" + WithoutLine(text, 0)));
            AssertAltered(verified, "trials.jsonl:1: is a trial of another run, which started at 1970-01-02");
        }
        AssertAltered(
            _run.Verify(_run.With("trials.jsonl", text => foreign + "\n" + WithoutLine(text, 0))),
            "trials.jsonl:1: the trial of x/tcp-a c1 in round 1, block 1 was altered"
        );
    }

    [Fact]
    public void Trials_that_are_there_twice_or_in_another_order_are_told()
    {
        string Twice(string text) => text + BundledRun.Lines(text).First() + "\n";
        AssertAltered(_run.Verify(_run.With("trials.jsonl", Twice)), "trials.jsonl:1 and 7: the same trial");
        AssertAltered(
            _run.Verify(_run.Forged("trials.jsonl", Twice)),
            "trials.jsonl:7: x/tcp-a c1 was measured in block 1 before"
        );
        string Reversed(string text) => string.Concat(BundledRun.Lines(text).Reverse().Select(line => line + "\n"));
        AssertAltered(_run.Verify(_run.With("trials.jsonl", Reversed)), "trials.jsonl: the trials have another order");
    }

    [Fact]
    public void A_changed_figure_or_line_of_a_report_is_named_also_where_the_manifest_was_made_anew()
    {
        var verified = _run.Verify(
            _run.Forged("summary.json", text => text.Replace("\"messages\": 30222", "\"messages\": 90222"))
        );
        var found = Assert.Single(verified.Findings, one => one.Verdict == BundleVerdict.Differs);
        Assert.StartsWith("summary.json: cells[0].messages is 90222, and 30222 follows", found.Text);
        Assert.False(verified.IsIntact);
        verified = _run.Verify(_run.Forged("report.md", text => text.Replace("x/tcp-b", "x/tcp-c")));
        found = Assert.Single(verified.Findings, one => one.Verdict == BundleVerdict.Differs);
        Assert.Matches("^report.md:[0-9]+: from here on it is not what follows from the trials$", found.Text);
    }

    [Fact]
    public void Last_digits_may_be_another_processors_and_no_more()
    {
        var digits = Assert.Single(
            JsonDifference.Find("""{"a": [1.23456789012345]}""", """{"a": [1.23456789012346]}""")
        );
        Assert.Equal(("a[0]", true), (digits.Place, digits.IsRounding));
        Assert.False(Assert.Single(JsonDifference.Find("""{"a": 1.234567}""", """{"a": 1.234568}""")).IsRounding);
        Assert.Equal("b", Assert.Single(JsonDifference.Find("""{"a": 1}""", """{"a": 1, "b": 2}""")).Place);
        Assert.Single(JsonDifference.Find("no JSON", "{}"));
    }

    [Fact]
    public void A_page_of_another_version_is_not_compared_and_said()
    {
        var manifest = Manifest(_run);
        var verified = _run.Verify(
            _run.With(
                BundlePaths.Manifest,
                _ => (manifest with { PageSha256 = new('0', 64), Program = "9.9.9" }).Text()
            )
        );
        Assert.True(verified.IsIntact);
        verified = _run.Verify(
            _run.With(BundlePaths.Manifest, _ => (manifest with { Files = [.. manifest.Files.Skip(1)] }).Text())
        );
        AssertAltered(verified, "run.json was added");
    }

    [Fact]
    public void The_hash_that_was_published_is_held_against_it()
    {
        var bundle = _run.Bundle;
        Assert.True(_run.Verify(bundle, BundleManifest.Hash(bundle).ToUpperInvariant()).IsIntact);
        AssertAltered(_run.Verify(bundle, new('0', 64)), "was published");
        Assert.Throws<BadInputException>(() => _run.Verify(bundle, "00"));
    }

    [Fact]
    public void Every_key_of_a_manifest_is_explained() =>
        ResultsFormatTests.AssertExplained(
            System.Text.Json.JsonSerializer.Serialize(Manifest(_run), SummaryJson.Options)
        );

    private static BundleManifest Manifest(BundledRun run) => BundleMaker.Make(run.Path).Manifest;

    private void AssertTold(byte[] archive)
    {
        try
        {
            Assert.False(_run.Verify(archive).IsIntact);
        }
        catch (BadInputException)
        {
            // Refused as no bundle at all.
        }
    }

    private static void AssertAltered(VerifiedBundle verified, string text)
    {
        Assert.Equal(ExitCode.CellFailed, verified.ExitCode);
        Assert.Contains(
            verified.Findings,
            found => found.Verdict == BundleVerdict.Altered && found.Text.Contains(text, StringComparison.Ordinal)
        );
    }

    private static string WithoutLine(string text, int line) =>
        string.Concat(BundledRun.Lines(text).Where((_, i) => i != line).Select(one => one + "\n"));

    private static byte[] Altered(byte[] bytes, int at, Random random)
    {
        var altered = bytes.ToArray();
        altered[at] ^= (byte)random.Next(1, 256);
        return altered;
    }
}
