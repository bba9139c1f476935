class Foo(val x: Int) : Bar(x) {
    override suspend fun <T> List<T>.pick(n: Int): T? { return firstOrNull { it == n } }
    fun short() = 3
    companion object { fun make(): Foo { return Foo(1) } }
}
fun String.last(): Char { return this[length - 1] }
