--- Connections of TCP, and what is done when one of them has bytes to read or room to write.

local socket = require("socket")
local Connection = require("connection")

local ACCEPT_PAUSE_SECONDS = 0.1

local Server = {}
Server.__index = Server

--- A list that one is taken out of without a search, as LuaSocket's samples have it.
local function new_set()
  local places = {}
  local set = {}
  local methods = {
    insert = function(self, value)
      if not places[value] then
        table.insert(self, value)
        places[value] = #self
      end
    end,
    remove = function(self, value)
      local place = places[value]
      if place then
        local last = table.remove(self)
        places[value] = nil
        if last ~= value then
          places[last] = place
          self[place] = last
        end
      end
    end,
  }
  return setmetatable(set, { __index = methods })
end

--- A server that does not listen yet. `stdin` is waited for together with the sockets.
function Server.new(stdin)
  local self = setmetatable({
    stdin = stdin,
    readers = new_set(),
    writers = new_set(),
    connections = {},
    counts = { messages = 0, connections = 0, bad_frames = 0, rejected = 0 },
  }, Server)
  self.readers:insert(stdin)
  return self
end

--- Serves a listening socket; without a token what arrives is echoed as it comes.
function Server:listen(listener, token, max_connections)
  listener:settimeout(0)
  self.listener, self.token, self.max_connections = listener, token, max_connections
  self.readers:insert(listener)
end

--- Waits until something happens and serves all connections that are ready; gives what can be read, by socket.
function Server:step()
  local wait = self.wake_at and math.max(0, self.wake_at - socket.gettime())
  local readable, writable = socket.select(self.readers, self.writers, wait)
  self.wake_at = nil
  for i = 1, #writable do
    local needs = writable[i]:write()
    if needs ~= "write" then
      self:await(writable[i], needs)
    end
  end
  for i = 1, #readable do
    local ready = readable[i]
    if ready == self.listener then
      self:accept()
    elseif self.connections[ready] then
      local needs = ready:read()
      if needs ~= "read" then
        self:await(ready, needs)
      end
    end
  end
  self:resume_accepting()
  return readable
end

--- Lets the next `step` wait no longer than until this time.
function Server:wake_by(time)
  self.wake_at = math.min(self.wake_at or time, time)
end

--- Waits for what a connection needs from now on.
function Server:await(connection, needs)
  if needs == "close" then
    self:close(connection)
  elseif needs == "write" then
    self.readers:remove(connection)
    self.writers:insert(connection)
  else
    self.writers:remove(connection)
    self.readers:insert(connection)
  end
end

--- Accepts all that wait; pauses where descriptors, or what select can bear, run out.
function Server:accept()
  while self.counts.connections < self.max_connections do
    local accepted, problem = self.listener:accept()
    if not accepted then
      if problem ~= "timeout" then
        self:pause_accepting(socket.gettime() + ACCEPT_PAUSE_SECONDS)
      end
      return
    end
    accepted:settimeout(0)
    local connection = Connection.new(accepted, self.token, self.counts)
    self.connections[connection] = true
    self.counts.connections = self.counts.connections + 1
    self.readers:insert(connection)
  end
  self:pause_accepting(socket.gettime() + ACCEPT_PAUSE_SECONDS)
end

function Server:pause_accepting(until_time)
  self.paused_until = until_time
  self.readers:remove(self.listener)
end

function Server:resume_accepting()
  if not self.paused_until then
    return
  elseif socket.gettime() >= self.paused_until then
    self.paused_until = nil
    self.readers:insert(self.listener)
  else
    self:wake_by(self.paused_until)
  end
end

function Server:close(connection)
  self.readers:remove(connection)
  self.writers:remove(connection)
  self.connections[connection] = nil
  self.counts.connections = self.counts.connections - 1
  connection.socket:close()
end

--- Waits so long for clients to end their connections, and then closes those that are left. Stdin has to wait.
function Server:disconnect(seconds)
  local deadline = socket.gettime() + seconds
  self.readers:remove(self.stdin)
  while self.counts.connections > 0 and socket.gettime() < deadline do
    self:wake_by(deadline)
    self:step()
  end
  self.readers:insert(self.stdin)
  for connection in pairs(self.connections) do
    self:close(connection)
  end
end

return Server
