proc first*(x: int): int =
  let y = x + 1
  result = y
func second(x: int): int = x
let z = 3
