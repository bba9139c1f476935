struct A {
  func run<T: B>(_ x: T, y: Int = 3) throws -> [Int] where T: C { let f = { (a: Int) in a }; return [f(y)] }
  static func == (a: A, b: A) -> Bool { return true }
}
protocol P { func declared() -> Int }
