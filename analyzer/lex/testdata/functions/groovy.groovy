class A {
  def run(x) { x.each { println it } }
  String name(int y) { return "a${y}" }
}
task foo(type: Copy) { from 'x' }
