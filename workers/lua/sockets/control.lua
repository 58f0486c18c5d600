--- The requests that come as lines of JSON, and their answers.

local socket = require("socket")
local json = require("dkjson")
local Address = require("address")
local process = require("process")

local STACK = "lua/select-tcp"
local MAX_CONNECTIONS = 1000
local DISCONNECT_SECONDS = 1

--- The fields of each request, with the type of their values.
local FIELDS = {
  hello = { protocol = "integer" },
  describe = { stack = "string" },
  listen = {
    stack = "string",
    address = "string",
    port = "integer",
    token = "string",
    plain = "boolean",
    allow_wildcard = "boolean",
    no_delay = "boolean",
  },
  usage = {},
  disconnect = {},
  stop = {},
}

--- Refuses a request: what it asks for is not there ("unsupported"), or can't be done ("error").
local function refuse(status, reason)
  error({ status = status, reason = reason }, 0)
end

local function list(values)
  return setmetatable(values, { __jsontype = "array" })
end

local function check_stack(stack)
  return stack == STACK or refuse("unsupported", "there is no stack " .. tostring(stack))
end

--- Refuses fields that the request does not have, and values of another type.
local function check_fields(request)
  local fields = FIELDS[request.op] or refuse("unsupported", "there is no request " .. request.op)
  for name, value in pairs(request) do
    if name ~= "id" and name ~= "op" then
      local wanted = fields[name] or refuse("unsupported", request.op .. " has no field " .. name)
      if type(value) ~= wanted and math.type(value) ~= wanted then
        refuse("error", name .. " must be of the type " .. wanted)
      end
    end
  end
end

--- The token's 16 bytes; refuses what is not 32 hex digits.
local function token_bytes(text)
  if not text then
    refuse("error", "listen needs a token")
  elseif #text ~= 32 or text:find("%X") then
    refuse("error", "a token has 32 hex digits")
  end
  return (text:gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

local ANSWERS = {}

function ANSWERS.hello(_, request)
  if request.protocol ~= 1 then
    refuse("unsupported", "protocol " .. tostring(request.protocol) .. " is asked for, this worker speaks 1")
  end
  return {
    protocol = 1,
    worker = "lua/sockets",
    runtime = _VERSION,
    libraries = list({ socket._VERSION }),
    pid = process.pid(),
    cpus = list(process.cpus()),
    gc = "incremental",
    compiler_threads = list({}),
    stacks = list({ STACK }),
  }
end

function ANSWERS.describe(_, request)
  check_stack(request.stack)
  return {
    stack = STACK,
    about = "socket.select in one thread",
    transport = "tcp",
    framing = "stream",
    roles = list({ "server" }),
    waits = "block",
    threading = "one thread",
    min_message_bytes = 8,
    max_message_bytes = 65540,
    max_connections = MAX_CONNECTIONS,
    loads = list({ "closed" }),
    reliable = true,
    unreliable = false,
    tls = false,
    socket_options = list({ "no_delay" }),
  }
end

function ANSWERS.listen(server, request)
  check_stack(request.stack)
  local port = request.port or refuse("error", "listen needs a port")
  if port < 0 or port > 65535 then
    refuse("unsupported", "port " .. port .. " is not in 0 to 65535")
  elseif request.plain and request.token then
    refuse("unsupported", "plain has no token")
  elseif server.listener then
    refuse("error", "this worker listens already")
  end
  local token = not request.plain and token_bytes(request.token) or nil
  local where = request.address or refuse("error", "listen needs an address")
  local listener, problem = Address.bind(where, port)
  if not listener then
    refuse("error", "can't listen on " .. where .. " port " .. port .. ": " .. problem)
  end
  local address, bound = listener:getsockname()
  if Address.is_wildcard(address) and not request.allow_wildcard then
    listener:close()
    refuse("unsupported", where .. " listens on every interface")
  end
  listener:setoption("tcp-nodelay", request.no_delay ~= false)
  listener:listen(1024)
  server:listen(listener, token, MAX_CONNECTIONS)
  return { address = address, port = math.tointeger(bound), no_delay = listener:getoption("tcp-nodelay") }
end

function ANSWERS.usage(server)
  local answer = process.usage()
  for name, count in pairs(server.counts) do
    answer[name] = count
  end
  answer.gc_count, answer.gc_pause_ns, answer.allocated_bytes = json.null, json.null, json.null
  return answer
end

function ANSWERS.disconnect(server)
  if not server.listener then
    refuse("error", "this worker does not listen")
  end
  server:disconnect(DISCONNECT_SECONDS)
  return { connections = server.counts.connections }
end

ANSWERS.stop = ANSWERS.usage

--- The request of a line; refuses what is none (it may be nested too deep).
local function parse(line)
  local parsed, request, after = pcall(json.decode, line, 1, json.null)
  local is_object = parsed and type(request) == "table" and getmetatable(request).__jsontype == "object"
  if not is_object or line:find("%S", after) then
    refuse("error", "the line is no JSON object")
  elseif math.type(request.id) ~= "integer" or type(request.op) ~= "string" then
    refuse("error", "a request has an id, a whole number, and an op, a text")
  end
  return request
end

--- Answers a line on stdout; gives whether it was the last one.
return function(server, line)
  local request = { id = json.null }
  local done, answer = pcall(function()
    request = parse(line)
    check_fields(request)
    return ANSWERS[request.op](server, request)
  end)
  if type(answer) ~= "table" then
    answer = { status = "error", reason = tostring(answer) }
  end
  answer.id, answer.status = request.id, answer.status or "ok"
  print(json.encode(answer, { keyorder = { "id", "status", "reason" } }))
  return done and request.op == "stop"
end
