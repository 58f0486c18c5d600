--- One connection: takes bytes apart into messages and sends them back.

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
    hello = token and "PMK1" .. token,
    counts = counts,
    read = token and Connection.read_messages or Connection.read_plain,
    wanted = LENGTH_BYTES, -- bytes of the message that is being read: its length first, then all of it
    part = "", -- what is there of it
    unsent = "",
    sent = 0,
  }, Connection)
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

--- Reads messages while LuaSocket has bytes of them, and echoes them by one call; gives what is waited for next.
function Connection:read_messages()
  local echoes, bytes = {}, 0
  repeat
    local data, problem, part = self.socket:receive(self.wanted, self.part)
    if not data then
      self.part = part
      self.ended = problem ~= "timeout"
      break
    end
    self.part = data
    if #data == LENGTH_BYTES then
      self:take_length(string.unpack("<I4", data))
    else
      local echo = self:take_message(data)
      table.insert(echoes, echo)
      bytes = bytes + #data
      self.wanted, self.part = LENGTH_BYTES, ""
    end
  until self.ended or bytes >= ROUND_BYTES or not self.socket:dirty()
  return self:send(table.concat(echoes))
end

function Connection:take_length(length)
  if self.hello and length ~= HELLO_BODY_BYTES then
    self:refuse("rejected")
  elseif length < MIN_BODY_BYTES or length > MAX_BODY_BYTES then
    self:refuse("bad_frames")
  end
  self.wanted = LENGTH_BYTES + length
end

--- The answer of a message, with its length in front; nil where there is none.
function Connection:take_message(message)
  if not self.hello then
    self.counts.messages = self.counts.messages + 1
    return message
  elseif message:sub(LENGTH_BYTES + 1) == self.hello then
    self.hello = nil
    return string.pack("<s4", "PMOK")
  end
  self:refuse("rejected")
end

--- Echoes what is there, without messages.
function Connection:read_plain()
  local data, problem, part = self.socket:receive(ROUND_BYTES)
  self.ended = problem == "closed"
  data = data or part
  if #data > 0 then
    self.counts.messages = self.counts.messages + 1
  end
  return self:send(data)
end

function Connection:send(data)
  self.unsent, self.sent = data, 0
  return self:write()
end

--- Sends what is not sent yet. While something is left nothing is read: a client that reads late waits for itself.
function Connection:write()
  if self.sent < #self.unsent then
    local last, problem, sent = self.socket:send(self.unsent, self.sent + 1)
    self.sent = last or sent
    if problem and problem ~= "timeout" then
      return "close"
    elseif problem then
      return "write"
    end
  end
  return self.ended and "close" or "read"
end

return Connection
