using MathNet.Numerics.Distributions;
using MathNet.Numerics.LinearAlgebra;

namespace Pingmark.Statistics;

/// <summary>Explains the cells of a table by a row and a column: value = mean + effect of the row + effect of the
/// column + rest, by least squares, so that cells may be missing. Each cell is one value, the mean of its rounds; what
/// the effects leave is the error of them (D. C. Montgomery, <em>Design and Analysis of Experiments</em>, two factors
/// without replication). Where rows and columns don't merely add up the rest is larger, and so are the intervals.
/// Effects of rows sum to 0, and so do those of columns.</summary>
public sealed class TwoWayFit
{
    private readonly int _rows;
    private readonly int _columns;
    private readonly Matrix<double> _inverse;
    private readonly Vector<double> _fitted;

    private TwoWayFit(IReadOnlyList<(int Row, int Column, double Value)> cells, int rows, int columns)
    {
        (_rows, _columns) = (rows, columns);
        var design = Matrix<double>.Build.DenseOfRows(cells.Select(cell => CodeOf(cell.Row, cell.Column)));
        var values = Vector<double>.Build.DenseOfEnumerable(cells.Select(cell => cell.Value));
        _inverse = design.TransposeThisAndMultiply(design).Inverse();
        _fitted = _inverse * design.TransposeThisAndMultiply(values);
        var left = values - design * _fitted;
        Residuals = [.. left];
        Freedom = cells.Count - (rows + columns - 1);
        ResidualSd = Math.Sqrt(left.DotProduct(left) / Freedom);
        Rows = [.. Enumerable.Range(0, rows).Select(row => Estimate(OfRow(row)))];
        Columns = [.. Enumerable.Range(0, columns).Select(column => Estimate(OfColumn(column)))];
        NonAdditivityP = NonAdditivity(cells, design, left);
    }

    /// <summary>The effects of rows relative to their mean.</summary>
    public IReadOnlyList<LogarithmEstimate> Rows { get; }

    /// <summary>The effects of columns relative to their mean.</summary>
    public IReadOnlyList<LogarithmEstimate> Columns { get; }

    /// <summary>What is left of each cell, in the order of the cells.</summary>
    public IReadOnlyList<double> Residuals { get; }

    /// <summary>The standard deviation of what is left.</summary>
    public double ResidualSd { get; }

    /// <summary>The degrees of freedom of what is left.</summary>
    public int Freedom { get; }

    /// <summary>The p-value of the hypothesis that effects add up, against products of them (J. W. Tukey, <em>One
    /// degree of freedom for non-additivity</em>, Biometrics 5, 1949); null where nothing tells it.</summary>
    public double? NonAdditivityP { get; }

    /// <returns>The fit; null where there are no two rows and columns, nothing is left to tell the error, or cells of
    /// some rows and columns have none in common with the others', so that effects can't be told apart.</returns>
    /// <param name="cells">The cells, whose rows and columns are numbered from 0 without gaps.</param>
    public static TwoWayFit? Fit(IReadOnlyList<(int Row, int Column, double Value)> cells)
    {
        if (cells.Count == 0)
            return null;
        var (rows, columns) = (1 + cells.Max(cell => cell.Row), 1 + cells.Max(cell => cell.Column));
        return rows < 2 || columns < 2 || cells.Count < rows + columns || !IsConnected(cells, rows, columns)
            ? null
            : new(cells, rows, columns);
    }

    /// <summary>The difference of two rows' effects.</summary>
    public LogarithmEstimate RowDifference(int a, int b) => Estimate(OfRow(a) - OfRow(b));

    /// <summary>The difference of two columns' effects.</summary>
    public LogarithmEstimate ColumnDifference(int a, int b) => Estimate(OfColumn(a) - OfColumn(b));

    private LogarithmEstimate Estimate(Vector<double> contrast) =>
        new(
            contrast.DotProduct(_fitted),
            ResidualSd * Math.Sqrt(Math.Max(0, contrast.DotProduct(_inverse * contrast))),
            Freedom,
            Rounds: 1
        );

    private Vector<double> OfRow(int row) => Vector<double>.Build.Dense(Parameters, at => At(row, _rows, at - 1));

    private Vector<double> OfColumn(int column) =>
        Vector<double>.Build.Dense(Parameters, at => At(column, _columns, at - _rows));

    private int Parameters => _rows + _columns - 1;

    /// <summary>The mean, then all rows but the last one, then all columns but the last one; the last one is minus the
    /// sum of the others.</summary>
    private Vector<double> CodeOf(int row, int column)
    {
        var code = OfRow(row) + OfColumn(column);
        code[0] = 1;
        return code;
    }

    private static double At(int level, int levels, int at) =>
        at < 0 || at >= levels - 1 ? 0
        : level == levels - 1 ? -1
        : level == at ? 1
        : 0;

    private double? NonAdditivity(
        IReadOnlyList<(int Row, int Column, double Value)> cells,
        Matrix<double> design,
        Vector<double> left
    )
    {
        var products = Vector<double>.Build.DenseOfEnumerable(
            cells.Select(cell => Rows[cell.Row].Mean * Columns[cell.Column].Mean)
        );
        var own = products - design * (_inverse * design.TransposeThisAndMultiply(products));
        var size = own.DotProduct(own);
        if (Freedom < 2 || ResidualSd == 0 || size <= 1e-12 * products.DotProduct(products))
            return null;
        var explained = Math.Pow(own.DotProduct(left), 2) / size;
        var error = (left.DotProduct(left) - explained) / (Freedom - 1);
        return error <= 0 ? 0 : 1 - FisherSnedecor.CDF(1, Freedom - 1, explained / error);
    }

    /// <summary>Whether one comes from each row and column to each other by way of cells.</summary>
    private static bool IsConnected(IReadOnlyList<(int Row, int Column, double Value)> cells, int rows, int columns)
    {
        var reached = new HashSet<int> { 0 };
        int before;
        do
        {
            before = reached.Count;
            foreach (var (row, column, _) in cells)
                if (reached.Contains(row) || reached.Contains(rows + column))
                    reached.UnionWith([row, rows + column]);
        } while (reached.Count > before);
        return reached.Count == rows + columns;
    }
}
