#include <stdio.h>
#define MAX(a, b) do { \
	if (a) { } \
} while (0)
static const struct ops ops = { .open = my_open, .x = { 1, 2 } };
int table[] = { f(1), 2 };
static __always_inline __printf(1, 2) void *first(const char *a, ...)
{
	if (a) { return 0; }
	for (;;) { break; }
}
struct point *second(struct point *p) __acquires(RCU)
{
	return p;
}
struct point { int x; struct { int y; } z; } __attribute__((packed));
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return ksys_read(fd, buf, count);
}
#ifdef A
int third(int a)
{
#ifdef B
	if (a) {
#else
	if (!a) {
#endif
		return 1;
	}
	return 0;
}
#else
static inline int third(int a) { return 0; }
#endif
#ifdef C
int fourth(int a)
#else
int fourth(long a)
#endif
{
	list_for_each(x, y) { a++; }
	return a;
}
int declared(int x);
int (*pointer)(int) = 0;
DEFINE_MUTEX(lock);
int main(void) { struct x y = { .a = 1 }; return 0; }
