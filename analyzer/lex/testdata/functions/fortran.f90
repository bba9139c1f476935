module a
contains
  pure function twice(x) result(y)
    real, intent(in) :: x
    if (x > 0) then
      y = 2 * x
    end if
  end function twice
  subroutine other(x)
    do i = 1, 3
      print *, x
    end do
  end subroutine
end module a
