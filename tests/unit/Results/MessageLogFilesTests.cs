using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Results;

public sealed class MessageLogFilesTests : IDisposable
{
    private static readonly MessageLog Log = new([new(0, 1000, 1500), new(1, 1200, null)], 0);
    private static readonly IReadOnlyList<Cell> Cells = [Trial.Cell("cpp/a"), Trial.Cell("cpp/b")];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private RunFolder Create() => RunFolder.Create(_folder["run"], Trial.Run(Cells[0]));

    [Fact]
    public void Each_cell_and_round_has_a_file()
    {
        using var folder = Create();
        var files = new MessageLogFiles(folder, Cells);
        files.Write(Cells[0], 1, new([], 0));
        files.Write(Cells[1], 2, Log);
        Assert.Equal("connection,sent_ns,received_ns\n", File.ReadAllText(folder["messages/1-cpp_a_c1-r1.csv"]));
        Assert.Equal(
            "connection,sent_ns,received_ns\n0,0,500\n1,200,\n",
            File.ReadAllText(folder["messages/2-cpp_b_c1-r2.csv"])
        );
        // A round that is measured again replaces what it had left.
        files.Write(Cells[1], 2, new([], 0));
        Assert.Equal(2, Directory.GetFiles(folder["messages"]).Length);
        Assert.Equal("connection,sent_ns,received_ns\n", File.ReadAllText(folder["messages/2-cpp_b_c1-r2.csv"]));
    }

    [Fact]
    public void Nothing_is_written_through_a_link()
    {
        using var folder = Create();
        var elsewhere = Directory.CreateDirectory(_folder["elsewhere"]).FullName;
        File.CreateSymbolicLink(folder["messages"], elsewhere);
        var e = Assert.Throws<PingmarkException>(() => new MessageLogFiles(folder, Cells).Write(Cells[0], 1, Log));
        Assert.Contains("messages is a link", e.Message);
        Assert.Empty(Directory.GetFiles(elsewhere));
    }
}
