      SUBROUTINE FOO(X)
      IF (X .GT. 0) THEN
      X = 1
      END IF
      RETURN
      END
      REAL FUNCTION BAR(Y)
      BAR = Y
      END
