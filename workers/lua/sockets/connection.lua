--- One connection: takes what arrives apart into messages and sends them back.

local unpack = string.unpack

local LENGTH_BYTES = 4
local MIN_BODY_BYTES = 4
local MAX_BODY_BYTES = 65536
local HELLO_BODY_BYTES = 20
local ROUND_BYTES = 65536 -- about so much is read from one connection before the others have their turn

local Connection = {}
Connection.__index = Connection

--- A connection that was just accepted. Without a token nobody says hello, and all bytes are echoed.
function Connection.new(client, token, counts)
  return setmetatable({
    socket = client,
    fd = client:getfd(),
    holds = false, -- bytes that LuaSocket has read already, of which the kernel says nothing
    hello = token and "PMK1" .. token,
    counts = counts,
    answer = token and Connection.greet or Connection.echo_plainly,
    expected = LENGTH_BYTES + HELLO_BODY_BYTES, -- bytes: as many as came the last time
    part = "", -- what is there of a message that is not whole
  }, Connection)
end

--- What socket.select asks of each connection each time, and gets sooner here than from a socket of LuaSocket.
function Connection:getfd()
  return self.fd
end

function Connection:dirty()
  return self.holds
end

--- Ends the connection for what the client sent, and counts it.
function Connection:refuse(count)
  self.counts[count] = self.counts[count] + 1
  local address, port, family = self.socket:getpeername()
  if address then
    self.counts.last_stranger = (family == "inet6" and "[%s]:%s" or "%s:%s"):format(address, port)
  end
  self.ended = true
end

--- Reads what is there, and answers it by one call; gives what is waited for next. LuaSocket looks for more bytes until
--- it has as many as it is asked for: where those come that are expected, one call of the kernel is enough.
function Connection:read()
  local client = self.socket
  local data, problem, part = client:receive(self.expected)
  local holds = data and client:dirty()
  if holds then
    local more, more_problem, more_part = client:receive(ROUND_BYTES)
    data, problem = data .. (more or more_part), more_problem
    holds = more and client:dirty()
  end
  self.holds = holds
  data = data or part
  if problem and problem ~= "timeout" then
    self.ended = true
  end
  if #data == 0 then
    return self.ended and "close" or "read"
  end
  self.expected = #data
  return self:send(self:answer(data), 1)
end

--- Echoes what is there, without messages.
function Connection:echo_plainly(data)
  local counts = self.counts
  counts.messages = counts.messages + 1
  return data
end

--- Waits for the hello; the messages behind it are echoed at once.
function Connection:greet(data)
  data = self.part .. data
  self.part = data
  if #data < LENGTH_BYTES then
    return ""
  end
  local length = unpack("<I4", data)
  local last = LENGTH_BYTES + HELLO_BODY_BYTES
  if length == HELLO_BODY_BYTES and #data < last then
    return ""
  elseif length ~= HELLO_BODY_BYTES or data:sub(LENGTH_BYTES + 1, last) ~= self.hello then
    self:refuse("rejected")
    return ""
  end
  self.part, self.answer = "", Connection.echo
  return string.pack("<s4", "PMOK") .. self:echo(data:sub(last + 1))
end

--- The messages that are whole, as they are.
function Connection:echo(data)
  if self.part ~= "" then
    data = self.part .. data
  end
  local counts, bytes = self.counts, #data
  local whole, messages = 0, 0 -- bytes of messages that are whole, and how many these are
  while bytes - whole >= LENGTH_BYTES do
    local length = unpack("<I4", data, whole + 1)
    if length < MIN_BODY_BYTES or length > MAX_BODY_BYTES then
      self:refuse("bad_frames")
      break
    end
    local next = whole + LENGTH_BYTES + length
    if next > bytes then
      break
    end
    whole, messages = next, messages + 1
  end
  counts.messages = counts.messages + messages
  if whole == bytes then
    self.part = ""
    return data
  end
  self.part = data:sub(whole + 1)
  return data:sub(1, whole)
end

--- Sends what was not sent yet. While something is left nothing is read: a client that reads late waits for itself.
function Connection:write()
  return self:send(self.unsent, self.sent + 1)
end

--- Sends bytes from the first one of these on; gives what is waited for next.
function Connection:send(bytes, first)
  if first <= #bytes then
    local last, problem, sent = self.socket:send(bytes, first)
    if problem == "timeout" then
      self.unsent, self.sent = bytes, sent
      return "write"
    elseif not last then
      return "close"
    end
  end
  return self.ended and "close" or "read"
end

return Connection
