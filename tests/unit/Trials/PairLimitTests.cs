using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PairLimitTests
{
    private const long Gb = 1 << 30;

    private static IReadOnlyList<Cell> Matrix(params string[] stacks) =>
        (
            from server in stacks
            from client in stacks
            select new Cell
            {
                Id = $"{server} {client}",
                Label = server,
                Stack = server,
                Client = client,
                Scenario = new(),
            }
        ).ToList();

    private static string[] Stacks(string runtime, int count) =>
        Enumerable.Range(1, count).Select(number => $"{runtime}/{number}").ToArray();

    private static long BytesOf(string stack) =>
        stack.StartsWith("cpp/", StringComparison.Ordinal) ? 12L << 20 : Gb / 5;

    private static int MostSides(IReadOnlyList<Cell> cells, long roomBytes) =>
        2 * PairLimit.ComputeMaxPairs(cells, sharesSides: true, roomBytes, BytesOf);

    /// <summary>As many stacks of each runtime as <c>cross-matrix</c> has, on a machine of 16 GB.</summary>
    [Fact]
    public void All_raw_stacks_against_each_other_are_up_at_once_in_seven_gigabytes()
    {
        var matrix = Matrix([.. Stacks("cpp", 7), .. Stacks("java", 8), .. Stacks("dotnet", 7)]);
        Assert.InRange(MostSides(matrix, 7 * Gb), 2 + 2 * 22, int.MaxValue);
        Assert.InRange(MostSides(matrix, 4 * Gb), 4, 2 * 22);
    }

    [Fact]
    public void Workers_that_take_little_need_less_room_and_two_pairs_are_up_however_little_there_is()
    {
        Assert.True(MostSides(Matrix(Stacks("cpp", 50)), Gb) > 5 * MostSides(Matrix(Stacks("java", 50)), Gb));
        Assert.Equal(4, MostSides(Matrix(Stacks("java", 9)), roomBytes: 0));
    }

    [Fact]
    public void Each_client_worker_of_a_server_needs_its_room()
    {
        var one = Matrix(Stacks("java", 4)).Where(cell => cell.Stack == cell.Client).ToList();
        var eight = one.Select(cell => cell with { Scenario = cell.Scenario with { Generators = 8 } }).ToList();
        Assert.Equal(4, PairLimit.ComputeMaxPairs(one, sharesSides: false, 2 * Gb, BytesOf));
        Assert.Equal(2, PairLimit.ComputeMaxPairs(eight, sharesSides: false, 2 * Gb, BytesOf));
    }
}
