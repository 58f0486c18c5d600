namespace Pingmark.Host;

/// <summary>The control groups that this process is in.</summary>
public static class ControlGroups
{
    /// <summary>The folders of the process's own group and of all groups around it, relative to
    /// <paramref name="root"/>.</summary>
    /// <param name="root">The folder that /proc and /sys are in.</param>
    /// <param name="controller">The controller whose hierarchy is meant, where there are several.</param>
    public static IEnumerable<string> Around(string root, string controller)
    {
        // id:controllers:path, without controllers for the unified hierarchy.
        foreach (var line in KernelFile.Lines(Path.Join(root, "proc/self/cgroup")).Select(line => line.Split(':', 3)))
        {
            if (line.Length < 3 || line[1].Length > 0 && !line[1].Split(',').Contains(controller))
                continue;
            var mount = line[1].Length > 0 ? $"sys/fs/cgroup/{controller}" : "sys/fs/cgroup";
            for (var path = line[2]; path is not null; path = Path.GetDirectoryName(path))
                yield return Path.Join(mount, path);
        }
    }
}
