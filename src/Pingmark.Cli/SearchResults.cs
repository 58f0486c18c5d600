using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Formatting;

namespace Pingmark.Cli;

/// <summary>The results of a search for capacities.</summary>
internal sealed class SearchResults : IResults
{
    private readonly CapacityFolder _folder;
    private readonly SummedSearch _search;

    public SearchResults(string path)
    {
        _folder = CapacityFolder.Open(path);
        _search = SummedSearch.Read(_folder);
    }

    public string Page => CapacityPage.Render(_search.Summary);

    /// <summary>None: a damaged search is refused when it is read.</summary>
    public IReadOnlyList<string> Damages => [];

    public IReadOnlyList<(string Name, string Text)> Export(IReadOnlyList<string> formats)
    {
        var unknown = formats.Where(format => CapacityFiles.Exporters.All(one => one.Name != format)).ToList();
        if (unknown.Count > 0)
            throw new BadInputException(
                $"{_folder.Path} holds a search for capacities, which has no form '{unknown[0]}'; it has "
                    + WordList.Join(CapacityFiles.Exporters.Select(one => one.Name), "and")
            );
        return CapacityFiles
            .Exporters.Where(one => formats.Count == 0 || formats.Contains(one.Name))
            .SelectMany(one => one.Files(_search.Summary, _search.Steps, _folder.Name))
            .ToList();
    }

    public Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(CancellationToken cancel) =>
        CapacityPage.DrawAsync(_search.Summary, cancel);

    public void Dispose() => _folder.Dispose();
}
