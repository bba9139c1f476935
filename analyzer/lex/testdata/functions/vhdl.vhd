package body p is
  function twice(x : integer) return integer is
  begin
    if x > 0 then
      return 2 * x;
    end if;
    return x;
  end function twice;
end package body;
