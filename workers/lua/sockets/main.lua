--- Starts the worker: one thread waits for requests on stdin and for connections alike, by socket.select.

package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path

local answer = require("control")
local Server = require("server")

-- Stdin as socket.select takes it. It is unbuffered, so that select knows of every line that is not read yet.
local stdin = {
  getfd = function()
    return 0
  end,
}
io.stdin:setvbuf("no")
io.stdout:setvbuf("line")

local server = Server.new(stdin)
local is_last = false
repeat
  if server:step()[stdin] then
    local line = io.read("l")
    is_last = not line or answer(server, line)
  end
until is_last
-- At once, without a collection of what is left: the kernel closes the connections.
os.exit(0)
