unit A;
interface
type TFoo = class
    procedure Declared(x: Integer);
  end;
function Other(x: Integer): Integer;
implementation
procedure TFoo.Declared(x: Integer);
var y: Integer;
  function Inner(z: Integer): Integer;
  begin
    Result := z;
  end;
begin
  if x > 0 then begin
    y := 1;
  end;
end;
function Other(x: Integer): Integer;
begin
  Result := x;
end;
end.
