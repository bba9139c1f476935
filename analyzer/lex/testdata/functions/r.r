first <- function(x, y = c(1, 2)) {
  sapply(x, function(z) { z })
}
second = function(x) { x }
