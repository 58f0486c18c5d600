--- What the kernel tells about this process, from /proc/self.

local process = {}

-- Open from the start, so that they can be read while descriptors have run out.
local FILES = { stat = assert(io.open("/proc/self/stat")), status = assert(io.open("/proc/self/status")) }

local function read(name)
  FILES[name]:seek("set")
  return FILES[name]:read("a")
end

function process.pid()
  return math.tointeger(tonumber(read("stat"):match("^%d+")))
end

--- The numbers of the cores that this process may use.
function process.cpus()
  local cpus = {}
  for first, last in read("status"):match("Cpus_allowed_list:%s*(%S+)"):gmatch("(%d+)-?(%d*)") do
    for cpu = tonumber(first), tonumber(last) or tonumber(first) do
      table.insert(cpus, cpu)
    end
  end
  return cpus
end

local cpu_user_ns, cpu_system_ns = 0, 0

--- CPU time of all threads: os.clock has it to the microsecond, and the ticks tell how much of it was the kernel's.
local function cpu_times()
  -- The name of the program, in brackets, may have spaces: the fields behind it are counted from its end.
  local user, system = read("stat"):match(".*%) %S" .. (" %S+"):rep(10) .. " (%d+) (%d+)")
  local ticks = math.max(1, user + system)
  local total_ns = math.floor(os.clock() * 1e9)
  cpu_system_ns = math.max(cpu_system_ns, math.floor(total_ns * system / ticks))
  cpu_user_ns = math.max(cpu_user_ns, total_ns - cpu_system_ns)
  return cpu_user_ns, cpu_system_ns
end

--- CPU time, switches of all threads and the most memory since the start.
function process.usage()
  local status = read("status")
  local user_ns, system_ns = cpu_times()
  return {
    cpu_user_ns = user_ns,
    cpu_system_ns = system_ns,
    voluntary_switches = tonumber(status:match("\nvoluntary_ctxt_switches:%s*(%d+)")),
    involuntary_switches = tonumber(status:match("\nnonvoluntary_ctxt_switches:%s*(%d+)")),
    peak_rss_bytes = tonumber(status:match("VmHWM:%s*(%d+)")) * 1024,
  }
end

return process
