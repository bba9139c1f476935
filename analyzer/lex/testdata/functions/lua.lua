local M = {}
local function first(a)
  if a then return function() return 1 end end
end
function M.sub:method(x)
  for i = 1, 2 do print(i) end
end
M.assigned = function(x)
  return x
end
function short(x) return x end
