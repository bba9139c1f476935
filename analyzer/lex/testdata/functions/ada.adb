package body A is
   procedure Declared (X : Integer);
   function Twice (X : Integer) return Integer is
      Y : Integer;
   begin
      if X > 0 then
         return 2 * X;
      end if;
      return Y;
   end Twice;
   procedure Declared (X : Integer) is
   begin
      null;
   end Declared;
end A;
