using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// A tree with a worker of C++ that is no use here: its build makes something that can't be started, unless it is run
/// on one of <see cref="SshMachines"/>. So it is on machines of another architecture, or with other libraries.
/// </summary>
internal sealed class FarWorker
{
    public const string Name = "far/worker",
        Stack = "far/tcp";

    private static readonly string[] NotOfTheKit = ["build", "tests", "fuzz"];

    private readonly TemporaryFolder _folder;

    public FarWorker(TemporaryFolder folder)
    {
        _folder = folder;
        Directory.CreateDirectory(folder["tree/suites"]);
        Copy("kit");
        Copy("loops");
        Write(
            "CMakeLists.txt",
            """
            cmake_minimum_required(VERSION 3.16)
            project(pingmark-far CXX)
            include(../kit/worker.cmake)
            add_executable(far main.cpp)
            target_link_libraries(far PRIVATE pingmark-kit)

            """
        );
        Write(
            "main.cpp",
            $$"""
            #include "kit/worker.hpp"
            #include "loops/epoll.hpp"

            namespace {

            using namespace pingmark;

            const Registration registration(describe_epoll("{{Stack}}", "TCP, an event loop", Transport::tcp));

            }  // namespace

            int main() { pingmark::run_worker("{{Name}}", {}); }

            """
        );
        Write(
            "build.sh",
            """
            set -e
            mkdir -p build
            case $XDG_CACHE_HOME in
              */cache-[ab]) ;;
              *)
                echo '#!/no/such/loader' >build/far
                chmod +x build/far
                exit ;;
            esac
            cmake -S . -B build -DPINGMARK_UNMEASURED=ON
            cmake --build build -j2

            """
        );
        Write(
            "worker.json",
            JsonSerializer.Serialize(
                new
                {
                    name = Name,
                    runtime = "far",
                    stacks = new[] { Stack },
                    inputs = new[] { "../kit", "../loops", "." },
                    build = new[] { new[] { "sh", "build.sh" } },
                    output = "build/far",
                    start = new[] { "{output}" },
                    requires = new[]
                    {
                        new { command = "g++", debian = new[] { "g++" } },
                        new { command = "cmake", debian = new[] { "cmake", "make" } },
                    },
                }
            )
        );
    }

    private void Copy(string part)
    {
        var from = Path.Combine(Repository.Workers, "cpp", part);
        foreach (
            var file in Directory
                .EnumerateDirectories(from)
                .Where(folder => !NotOfTheKit.Contains(Path.GetFileName(folder)))
                .Prepend(from)
                .SelectMany(Directory.EnumerateFiles)
        )
            _folder.Write(
                Path.Combine("tree/workers/far", part, Path.GetRelativePath(from, file)),
                File.ReadAllText(file)
            );
    }

    public string Root => _folder["tree"];

    private void Write(string file, string text) => _folder.Write(Path.Combine("tree/workers/far/worker", file), text);
}
