class A extends B {
  A(this.x) : super(1) { go(); }
  Future<int> run({int y = 3}) async { return y; }
  int get size { return 1; }
  int short() => 3;
}
void main(List<String> args) { print(args); }
