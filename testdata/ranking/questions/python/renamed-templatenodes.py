class Conditional:
    def __init__(self, test):
        self.inverted = test.startswith("not ")
        self.test = Expression(test[4:] if self.inverted else test)
        self.yes = []
        self.no = []

    def write(self, env):
        try:
            holds = bool(self.test.compute(env))
        except RenderError:
            holds = False
        chosen = self.yes if holds != self.inverted else self.no
        return "".join(part.write(env) for part in chosen)


class Loop:
    def __init__(self, text):
        self.name, keyword, where = text.split(None, 2)
        if keyword != "in":
            raise RenderError(f"expected 'in', got {keyword!r}")
        self.sequence = Expression(where)
        self.yes = []

    def write(self, env):
        out = []
        sequence = list(self.sequence.compute(env))
        for number, element in enumerate(sequence):
            position = {"index": number + 1, "last": number == len(sequence) - 1}
            inner = {**env, self.name: element, "loop": position}
            out.extend(part.write(inner) for part in self.yes)
        return "".join(out)
