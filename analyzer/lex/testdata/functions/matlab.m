function [a, b] = first(x)
  if x
    a = x(end);
  end
end
function second
  disp(1)
end
