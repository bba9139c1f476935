package x;
@SuppressWarnings({"a", "b"})
public class A<T extends Comparable<T>> extends B implements C {
  static final int[] X = { 1, 2 };
  static { init(1); }
  enum E { ONE, TWO; int twice() { return 2; } }
  public A(int x) throws java.io.IOException, E { super(x); }
  @Override @Named({"q"})
  public <U> List<U> map(Function<? super T, U> f) {
    Runnable r = new Runnable() { public void run() { f(); } };
    return null;
  }
  Runnable field = new Runnable() { public void go() { stop(); } };
  abstract void declared(int a);
  record P(int x, int y) { int sum() { return x + y; } }
}
