using System.ComponentModel;
using Xunit;

namespace Pingmark.Tests;

/// <summary>Programs that are asked something have a limit of time and of what they may print.</summary>
public sealed class ProgramOutputTests
{
    private static readonly TimeSpan Enough = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task All_that_a_program_prints_of_its_input_is_read()
    {
        var printed = await ReadAsync("cat", "a\nb");
        Assert.Equal((0, "a\nb"), (printed.ExitCode, printed.Text));
        Assert.Empty(printed.Errors);
    }

    [Fact]
    public async Task What_went_wrong_is_told_with_the_exit_code()
    {
        var printed = await ReadAsync("echo no memory >&2; exit 3");
        Assert.Equal((3, ""), (printed.ExitCode, printed.Text));
        Assert.Equal(["no memory"], printed.Errors);
    }

    [Fact]
    public Task A_program_that_takes_too_long_is_not_waited_for() =>
        Assert.ThrowsAsync<TimeoutException>(() => ReadAsync("exec sleep 60", longest: TimeSpan.FromMilliseconds(200)));

    [Fact]
    public Task A_program_that_prints_too_much_is_not_read_to_its_end() =>
        Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync("exec yes"));

    [Fact]
    public async Task Whoever_does_not_wait_any_more_is_told_that_it_was_cancelled()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            ReadAsync("exec sleep 60", cancel: cancelled.Token)
        );
    }

    [Fact]
    public Task A_program_that_is_not_there_is_an_error_of_the_system() =>
        Assert.ThrowsAsync<Win32Exception>(() =>
            ProgramOutput.ReadAsync(new("/none/program"), "", 1_000, Enough, CancellationToken.None)
        );

    private static Task<ProgramOutput> ReadAsync(
        string script,
        string input = "",
        TimeSpan? longest = null,
        CancellationToken cancel = default
    ) => ProgramOutput.ReadAsync(new("/bin/sh", ["-c", script]), input, 1_000, longest ?? Enough, cancel);
}
