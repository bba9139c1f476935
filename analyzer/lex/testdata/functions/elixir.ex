defmodule A do
  def first(x) when x > 0 do
    Enum.map(x, fn y ->
      y
    end)
  end
  def short(x), do: x
  defp second do
    if true do
      1
    end
  end
end
