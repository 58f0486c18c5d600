--- Starts the worker: one thread waits for requests on stdin and for connections alike, by socket.select.

package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path

local socket = require("socket")
local Control = require("control")
local Server = require("server")

--- Stdin as socket.select takes it. It is unbuffered, so that select knows of every line that is not read yet.
local stdin = {
  getfd = function() return 0 end,
  dirty = function() return false end,
}
io.stdin:setvbuf("no")
io.stdout:setvbuf("line")

local server = Server.new(stdin)
local control = Control.new(server)

while true do
  local ready = server:step()
  if ready[stdin] then
    local line = io.read("l")
    if not line then
      break
    end
    control:receive(line)
  end
  if control:answer(socket.gettime()) == "stop" then
    break
  end
end
-- At once, without a collection of what is left: the kernel closes the connections.
os.exit(0)
