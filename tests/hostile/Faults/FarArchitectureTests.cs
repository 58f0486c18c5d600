using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Workers that were built for another machine than the one that they are sent to.</summary>
[Trait("Gate", "no")]
public sealed class FarArchitectureTests : FolderUser
{
    private const string Uname = "#!/bin/sh\ncase $1 in -m) echo riscv64 ;; *) exec /bin/uname \"$@\" ;; esac\n",
        OlderLibrary = "#!/bin/sh\necho \"out: libc.so.6: version 'GLIBC_2.99' not found\" >&2\nexit 1\n";

    [Fact]
    [Fault(
        "another machine has another architecture, and no compiler",
        "both architectures are named, and what to install there; nothing is sent",
        3,
        10
    )]
    public async Task Another_architecture_is_named_and_nothing_is_sent()
    {
        Executable.Write(Folder, "commands/uname", Uname);
        var far = new FarSide(
            "exec \"$@\"",
            $"XDG_CACHE_HOME={Folder["cache"]}",
            $"PATH={Folder["commands"]}:{Environment.GetEnvironmentVariable("PATH")}"
        )
        {
            FromTheStart = true,
        };
        await using var site = await far.OpenAsync();
        var worker = NativeWorker.In(Folder) with
        {
            Requires = [new() { Command = "no-such-compiler", Debian = ["g++"] }],
        };
        var (_, availability) = await NativeWorker.PlaceAsync(worker, site, place: null);
        Assert.Matches(
            "^x/a was built for [^ ]+, and far is riscv64; to build it on far, no-such-compiler is not "
                + "installed there$",
            availability.Reason
        );
        Assert.Equal("on far: apt-get install g++", availability.Mend);

        (_, availability) = await NativeWorker.PlaceAsync(worker, site, BuildPlace.Here);
        Assert.EndsWith("and far is riscv64", availability.Reason, StringComparison.Ordinal);
        Assert.Contains("leave `build: here` away", availability.Mend, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Folder["cache"]));
    }

    [Theory]
    [InlineData(OlderLibrary, @"1 \(out: libc.so.6: version 'GLIBC_2.99' not found\)")]
    [InlineData("#!/no/such/loader\n", @"127 \(setpriv: failed to execute .*: No such file or directory\)")]
    [InlineData(null, @"\d+ \(.*\)")]
    [Fault(
        "a worker can't be executed on another machine: an older C library, no loader, code for another processor",
        "what it ended with, its last words, and what to try",
        3,
        10
    )]
    public async Task What_does_not_start_there_is_told_with_its_last_words(string? program, string told)
    {
        await using var site = await new FarSide(null, $"XDG_CACHE_HOME={Folder["cache"]}").OpenAsync();
        var (folder, availability) = await NativeWorker.PlaceAsync(
            NativeWorker.In(Folder, program ?? ForAnotherProcessor()),
            site,
            BuildPlace.Here
        );
        Assert.Null(folder);
        Assert.Matches(
            $"^as it was built here, x/a does not start on far: ended with exit code {told}$",
            availability.Reason
        );
        Assert.Contains("leave `build: here` away", availability.Mend, StringComparison.Ordinal);
    }

    /// <summary>The header of an ELF file of a processor that there is none of, which the kernel knows and
    /// refuses.</summary>
    private static string ForAnotherProcessor() =>
        "\u007fELF"
        + (char)2
        + (char)1
        + (char)1
        + new string('\0', 9)
        + (char)2
        + '\0'
        + (char)1
        + new string('\0', 45);
}
