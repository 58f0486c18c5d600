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

local Control = {}
Control.__index = Control

--- Refuses a request: what it asks for is not there ("unsupported"), or can't be done ("error").
local function refuse(status, reason)
  error({ status = status, reason = reason }, 0)
end

local function list(values)
  return setmetatable(values, { __jsontype = "array" })
end

local function check_stack(stack)
  if not stack then
    refuse("error", "the request names no stack")
  elseif stack ~= STACK then
    refuse("unsupported", "there is no stack " .. stack)
  end
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

function ANSWERS.listen(self, request)
  check_stack(request.stack)
  local port = request.port or refuse("error", "listen needs a port")
  if port < 0 or port > 65535 then
    refuse("unsupported", "port " .. port .. " is not in 0 to 65535")
  elseif request.plain and request.token then
    refuse("unsupported", "plain has no token")
  elseif self.server.listener then
    refuse("error", "this worker listens already")
  end
  local token = not request.plain and token_bytes(request.token) or nil
  local family = Address.family(request.address) or refuse("error", "address must be an IP literal")
  local listener, problem = family:bind(request.address, port)
  if not listener then
    refuse("error", "can't listen on " .. request.address .. " port " .. port .. ": " .. problem)
  end
  local address, bound = listener:getsockname()
  if Address.is_wildcard(address) and not request.allow_wildcard then
    listener:close()
    refuse("unsupported", request.address .. " listens on every interface")
  end
  listener:setoption("tcp-nodelay", request.no_delay ~= false)
  listener:listen(1024)
  self.server:listen(listener, token, MAX_CONNECTIONS)
  return { address = address, port = math.tointeger(bound), no_delay = listener:getoption("tcp-nodelay") }
end

function ANSWERS.usage(self)
  local answer = process.usage()
  for name, count in pairs(self.server.counts) do
    answer[name] = count
  end
  answer.gc_count, answer.gc_pause_ns, answer.allocated_bytes = json.null, json.null, json.null
  return answer
end

function ANSWERS.disconnect(self)
  if not self.server.listener then
    refuse("error", "this worker does not listen")
  end
  self.server:close_all()
  return { connections = 0 }
end

ANSWERS.stop = ANSWERS.usage

function Control.new(server)
  return setmetatable({ server = server, waiting = {} }, Control)
end

local function send(answer)
  io.write(json.encode(answer, { keyorder = { "id", "status", "reason" } }), "\n")
  io.flush()
end

--- What is asked in a line: a request, or an object with the problem that it is none (it may be nested too deep).
local function parse(line)
  local parsed, request, after = pcall(json.decode, line, 1, json.null)
  local is_object = parsed and type(request) == "table" and getmetatable(request).__jsontype == "object"
  if not is_object or line:find("%S", after) then
    return { problem = "the line is no JSON object" }
  elseif math.type(request.id) ~= "integer" then
    return { problem = "the request has no id that is a whole number" }
  elseif type(request.op) ~= "string" then
    return { problem = "the request has no op" }
  end
  return request
end

--- Takes a line from stdin; `answer` answers it as soon as all lines before are answered.
function Control:receive(line)
  table.insert(self.waiting, parse(line))
end

--- Answers all requests that can be answered now, in order; gives "stop" when the worker is to end.
function Control:answer(now)
  while self.waiting[1] do
    local request = self.waiting[1]
    if request.op == "disconnect" and self.server.counts.connections > 0 then
      request.until_time = request.until_time or now + DISCONNECT_SECONDS
      if now < request.until_time then
        self.server:wake_by(request.until_time)
        return nil
      end
      request.until_time = nil
    end
    table.remove(self.waiting, 1)
    if self:answer_one(request) == "stop" then
      return "stop"
    end
  end
end

function Control:answer_one(request)
  if request.problem then
    send({ id = json.null, status = "error", reason = request.problem })
    return
  end
  local done, answer = pcall(function()
    check_fields(request)
    return ANSWERS[request.op](self, request)
  end)
  if not done and type(answer) ~= "table" then
    answer = { status = "error", reason = tostring(answer) }
  end
  answer.id = request.id
  answer.status = answer.status or "ok"
  send(answer)
  return done and request.op
end

return Control
