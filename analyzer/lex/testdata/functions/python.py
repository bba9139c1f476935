import x
class A(B):
    """doc"""
    x = 3

    @property
    def value(self):
        def inner(y):
            return y
        return (inner(
1))

    async def go(self, a=(1,
                          2)): return a

if True:
    def chosen(): 
        pass
def last(a: int) -> "str":
	text = """
def no(): pass
"""
	# comment
	return text
x = 4
