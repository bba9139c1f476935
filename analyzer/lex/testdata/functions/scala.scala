object A {
  def braces(x: Int): Int = { x + 1 }
  def procedure(x: Int) { println(x) }
  def indented(x: Int): Int =
    val y = x + 1
    y * 2
  val z = 3
}
