--- IP addresses as literals, without a look-up of names.

local socket = require("socket")

local Address = {}

local function is_v4(text)
  local parts = { text:match("^(%d+)%.(%d+)%.(%d+)%.(%d+)$") }
  for _, part in ipairs(parts) do
    if tonumber(part) > 255 then
      return false
    end
  end
  return #parts == 4
end

--- A socket bound to a literal, not listening yet; or nil and the reason.
function Address.bind(text, port)
  local is_v6 = text:find(":") and not text:find("[^%x:.]")
  if not is_v6 and not is_v4(text) then
    return nil, "no IP address"
  end
  local bound = is_v6 and socket.tcp6() or socket.tcp4()
  bound:setoption("reuseaddr", true)
  if is_v6 and text:find("%.") then
    bound:setoption("ipv6-v6only", false)
  end
  local done, problem = bound:bind(text, port)
  if not done then
    bound:close()
    return nil, problem
  end
  return bound
end

--- Whether an address, as a socket tells it, means every interface.
function Address.is_wildcard(address)
  return address == "0.0.0.0" or address == "::" or address == "::ffff:0.0.0.0"
end

return Address
