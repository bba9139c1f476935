namespace a { namespace b {
template <class T, int N = 3> class Stack : public Base<T> {
public:
  explicit Stack(int n) : Base<T>(n), size_{n}, data_(new T[n]) { reset(); }
  ~Stack() { delete[] data_; }
  T &operator[](int i) const noexcept { return data_[i]; }
  bool operator()(int a) { return a > 0; }
  Stack &operator=(const Stack &other) { size_ = other.size_; return *this; }
  void push(const T &x) override { auto f = [&](int y) { return y; }; f(1); }
  int count = 0;
};
} }
auto a::b::make(int x) -> Stack<int> { return Stack<int>(x); }
template <> int pick<int>(int x) { return x; }
extern "C" {
EXPORT(int) start(void) { return 0; }
}
enum class Color { Red, Green };
static std::vector<int> v{1, 2, 3};
auto lambda = [](int x) { return x + 1; };
