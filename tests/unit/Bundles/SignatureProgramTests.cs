using System.Diagnostics;
using Pingmark.Bundles;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Bundles;

/// <summary>Programs that behave as no ssh-keygen should.</summary>
public sealed class SignatureProgramTests : IDisposable
{
    private static readonly TimeSpan Moment = TimeSpan.FromSeconds(0.2);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("exec sleep 60")]
    [InlineData("exec >&- 2>&-; exec sleep 60")]
    public void One_that_never_ends_is_ended(string script)
    {
        var program = Written(script);
        var clock = Stopwatch.StartNew();
        AssertTold(() => program.Sign(_folder["file"], "key"), ExitCode.CellFailed, "took longer than 0.2 s");
        AssertTold(() => Check(program), ExitCode.CellFailed, "took longer than 0.2 s");
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(30), $"it took {clock.Elapsed}");
    }

    [Fact]
    public void One_that_is_missing_is_told_with_what_mends_it()
    {
        var program = new SignatureProgram(_folder["missing"], TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1));
        AssertTold(() => program.Sign(_folder["file"], "key"), ExitCode.NothingAvailable, "install openssh-client");
        AssertTold(() => Check(program), ExitCode.NothingAvailable, "install openssh-client");
    }

    private (bool, string) Check(SignatureProgram program)
    {
        File.WriteAllText(_folder["file"], "");
        return program.Check(_folder["file"], "signature", "signers");
    }

    private SignatureProgram Written(string script)
    {
        File.WriteAllText(_folder["program"], $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder["program"], UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return new(_folder["program"], Moment, Moment);
    }

    private static void AssertTold(Action action, int code, string text)
    {
        var told = Assert.Throws<PingmarkException>(action);
        Assert.Equal(code, told.ExitCode);
        Assert.Contains(text, told.Message);
    }
}
