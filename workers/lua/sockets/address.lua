--- IP addresses as literals, without a look-up of names.

local socket = require("socket")

local Address = {}

--- Opens a socket for addresses of one family.
local Family = {}
Family.__index = Family

local V4 = setmetatable({ open = socket.tcp4 }, Family)
local V6 = setmetatable({ open = socket.tcp6 }, Family)

--- A socket bound to an address, not listening yet; or nil and the reason.
function Family:bind(address, port)
  local bound = self.open()
  bound:setoption("reuseaddr", true)
  if address:find("%.") and self == V6 then
    bound:setoption("ipv6-v6only", false)
  end
  local done, problem = bound:bind(address, port)
  if not done then
    bound:close()
    return nil, problem
  end
  return bound
end

--- The family of a literal; nil of what is none.
function Address.family(text)
  if not text then
    return nil
  end
  local parts = { text:match("^(%d+)%.(%d+)%.(%d+)%.(%d+)$") }
  if #parts == 4 then
    for _, part in ipairs(parts) do
      if tonumber(part) > 255 then
        return nil
      end
    end
    return V4
  elseif text:find(":") and not text:find("[^%x:.]") then
    return V6
  end
  return nil
end

--- Whether an address, as a socket tells it, means every interface.
function Address.is_wildcard(address)
  return address == "0.0.0.0" or address == "::" or address == "::ffff:0.0.0.0"
end

return Address
