using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section on who had the machine's cores while continuous windows were measured.</summary>
internal static class CpuSection
{
    private const string Title = "Who had the cores",
        HowToRead =
            "In cores, of continuous windows with the load around them. Where the kernel charges threads with soft "
            + "interrupts these are in the sides' time, and the column has none.";

    public static Section Build(RunSource run)
    {
        var cells = run.Summary.Cells.Where(cell => cell.Cpu is not null).ToList();
        return new(
            "cores",
            Title,
            [
                Table.FromItems(
                    "Cores of each cell",
                    cells,
                    [
                        (Column.Stack, cell => run.Names.Find(cell.Id)),
                        .. CpuAccount.Names.Select<string, (Column, Func<CellSummary, TableCell>)>(
                            (name, at) => (Column.Figure(name), cell => Cores(cell.Cpu!.Parts()[at].Cores))
                        ),
                        (Column.Figure("of cores"), cell => NumberText.Count(cell.Cpu!.Cores)),
                    ]
                ),
                new Paragraph(cells.Count > 0 ? HowToRead : "") { IsSmall = true },
            ]
        );
    }

    private static string Cores(double cores) => NumberText.Fixed(cores, 2);
}
