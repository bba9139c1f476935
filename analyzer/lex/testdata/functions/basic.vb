Public Class A
  Public Sub Run(x As Integer)
    If x > 0 Then
      Exit Sub
    End If
  End Sub
  Private Function Twice(x As Integer) As Integer
    Return 2 * x
  End Function
End Class
