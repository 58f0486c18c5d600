using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pingmark.Placement;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Workers;

public class LineReaderTests
{
    private static async Task<List<string>> Lines(Stream stream, int longest = 1000)
    {
        var (reader, lines) = (new LineReader(stream, longest), new List<string>());
        while (await reader.ReadAsync(default) is { } line)
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
