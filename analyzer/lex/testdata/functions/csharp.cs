using System;
namespace N {
  [Serializable]
  public class Foo : Bar, IDisposable {
    public int X { get { return 1; } set { x = value; } }
    public Foo(int a) : base(a) { this.a = a; }
    [Test(Name = "x")]
    public async Task<int> RunAsync<T>(T a, int b = 3) where T : new() {
      return await Task.Run(() => { return b; });
    }
    void IDisposable.Dispose() { Close(); }
    public static Foo operator +(Foo a, Foo b) { return new Foo(a.a + b.a); }
    int Short() => 3;
  }
}
