using System.IO.Pipes;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Pingmark.Tests.Workers;
using Xunit;

namespace Pingmark.Tests;

[Trait("Gate", "no")]
public class ForeignStreamTests
{
    private static async Task<List<string>> Lines(Stream stream, int longest = 1000)
    {
        var (reader, lines) = (new ForeignStream(stream, longestSilence: null), new List<string>());
        while (await reader.ReadLineAsync(longest, default) is { } line)
            lines.Add(line);
        return lines;
    }

    private static MemoryStream Text(string text) => new(Encoding.UTF8.GetBytes(text));

    [Fact]
    public async Task Lines_come_without_their_ends_and_a_cut_off_last_one_not_at_all() =>
        Assert.Equal(["a", "", "µs"], await Lines(Text("a\n\nµs\ncut")));

    [Fact]
    public async Task A_line_may_have_the_limit_with_its_end_and_no_more()
    {
        Assert.Equal(
            new string('x', 99_999),
            Assert.Single(await Lines(Text(new string('x', 99_999) + "\n"), longest: 100_000))
        );
        Assert.Contains(
            "100000 bytes",
            (
                await Assert.ThrowsAsync<InvalidDataException>(() =>
                    Lines(Text(new string('x', 100_000)), longest: 100_000)
                )
            ).Message
        );
    }

    [Fact]
    public async Task A_worker_that_floods_its_stdout_is_a_fault_before_it_fills_the_memory()
    {
        var fault = await Scripts.FaultAsync("read l; exec cat /dev/zero");
        Assert.Equal(
            $"printed a line of more than {4 << 20} bytes to stdout, which is for replies only",
            fault.Problem
        );
    }

    [Fact]
    public async Task A_reply_of_nearly_4_MiB_is_read() => Assert.Equal(4_000_000, (
                await Scripts.AskAsync(
                    """
                    read l; printf '{"id":1,"status":"ok","text":"'; head -c 4000000 /dev/zero | tr '\0' x
                    echo '"}'; cat >/dev/null
                    """
                )
            ).Text("text").Length);

    [Fact]
    public async Task All_that_is_said_is_read_up_to_a_limit()
    {
        Assert.Equal("aµ\n", await new ForeignStream(Text("aµ\n"), null).ReadTextAsync(4, default));
        Assert.Contains(
            "more than 4 bytes",
            (
                await Assert.ThrowsAsync<InvalidDataException>(() =>
                    new ForeignStream(Text("abcde"), null).ReadTextAsync(4, default)
                )
            ).Message
        );
        using var reader = new StreamReader(new ForeignStream(Text("abcde"), null).Bounded(4));
        Assert.Throws<InvalidDataException>(reader.ReadToEnd);
    }

    [Fact]
    public async Task Who_says_nothing_is_waited_for_so_long_however_much_was_said_before()
    {
        using var silent = new AnonymousPipeServerStream(PipeDirection.Out);
        using var end = new AnonymousPipeClientStream(PipeDirection.In, silent.ClientSafePipeHandle);
        var reader = new ForeignStream(end, TimeSpan.FromMilliseconds(50));
        silent.Write("a\nb"u8);
        Assert.Equal("a", await reader.ReadLineAsync(100, default));
        await Assert.ThrowsAsync<TimeoutException>(() => reader.ReadLineAsync(100, default).AsTask());
    }

    [Fact]
    public async Task The_end_of_what_is_said_is_kept_however_it_arrives()
    {
        var lines = new ForeignStream(Text("a\n\nb  \n123456\nend"), null).KeepLast(3, 5);
        await lines.Ended;
        Assert.Equal(["b", "12345…", "end"], lines.Read());
    }

    [Fact]
    public void However_the_bytes_are_cut_the_lines_are_the_same() =>
        Prop.ForAll(
                Gen.Choose(0, 200_000).ListOf().Where(l => l.Count < 8).ToArbitrary(),
                Gen.Choose(1, 70_000).ToArbitrary(),
                (lengths, portion) =>
                {
                    var lines = lengths.Select((length, i) => new string((char)('a' + i), length)).ToList();
                    return Lines(
                        new Portions(Encoding.UTF8.GetBytes(string.Concat(lines.Select(l => l + "\n"))), portion),
                        1 << 20
                    )
                        .Result.SequenceEqual(lines);
                }
            )
            .Holds();

    /// <summary>Gives no more than so many bytes a read, as pipes do.</summary>
    private sealed class Portions(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancel = default) =>
            base.ReadAsync(buffer[..Math.Min(most, buffer.Length)], cancel);
    }
}
