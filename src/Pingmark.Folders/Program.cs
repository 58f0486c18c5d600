using System.Runtime.InteropServices;
using Pingmark.Folders;

// Makes temporary folders for the process that started it, and removes them: when it is asked to, and at the end of
// stdin, which is that process's end, however it came. A line each: `make PARENT` is answered with the new folder's
// path, `remove PATH` with the same path, and what fails with a line that begins with `!`. Paths are escaped as in a
// URL, so that they may hold anything.

// What is asked to end is the process that it serves, which may still need its folders.
PosixSignal[] ignored = [PosixSignal.SIGHUP, PosixSignal.SIGINT, PosixSignal.SIGQUIT, PosixSignal.SIGTERM];
var registrations = ignored.Select(one => PosixSignalRegistration.Create(one, signal => signal.Cancel = true)).ToList();
var made = new Dictionary<string, OwnFolder>();
using var requests = new StreamReader(Console.OpenStandardInput());
using var answers = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
while (requests.ReadLine() is { } line)
{
    var (request, path) = line.Split(' ', 2) is [var word, var escaped]
        ? (word, Uri.UnescapeDataString(escaped))
        : (line, "");
    try
    {
        if (request == "make")
        {
            var folder = new OwnFolder(path);
            made.Add(folder.Path, folder);
            path = folder.Path;
        }
        else if (request == "remove" && made.Remove(path, out var folder))
            folder.Dispose();
        else
            throw new IOException($"it is asked for what it does not know: {line}");
        answers.WriteLine(Uri.EscapeDataString(path));
    }
    catch (IOException e)
    {
        answers.WriteLine($"!{Uri.EscapeDataString(e.Message)}");
    }
}
foreach (var folder in made.Values)
    folder.Dispose();
registrations.ForEach(registration => registration.Dispose());
