import re

RULE = re.compile(r"^-+$")


class Loose:
    @classmethod
    def read(kind, source, offset=1):
        if len(source) < 2:
            raise FormatError(offset, "a table needs a header and a rule")
        titles = fields(source[0])
        dashes = fields(source[1])
        if len(dashes) != len(titles) or not all(DASHES.match(d) for d in dashes):
            raise FormatError(offset + 1, "this is no rule for the header above")
        grid = kind(titles, [side(d) for d in dashes])
        for at, text in enumerate(source[2:], start=offset + 2):
            cells = fields(text)
            if len(cells) > len(titles):
                raise FormatError(at, f"{len(cells)} cells, header has {len(titles)}")
            grid.rows.append(cells + [""] * (len(titles) - len(cells)))
        return grid

    def spans(self):
        slices = zip(self.titles, *self.rows)
        return [max(3, *(display_width(item) for item in strip_)) for strip_ in slices]

    def _statement(self, statement, stack):
        word, _, rest = statement.partition(" ")
        if word in ("if", "for"):
            node = If(rest) if word == "if" else For(rest)
            stack[-1][1].append(node)
            stack.append((node, node.body))
        elif word == "else" and isinstance(stack[-1][0], If):
            node, _ = stack.pop()
            stack.append((node, node.otherwise))
        elif word in ("endif", "endfor") and len(stack) > 1:
            stack.pop()
        else:
            raise TemplateError(f"cannot use {statement!r} here")

    def render(self, **context):
        return "".join(node.render(context) for node in self.body)

    def within(self, word, limit):
        found = []
        pending = [self.root] if self.root else []
        while pending:
            node = pending.pop()
            distance = edit_distance(word, node.word)
            if distance <= limit:
                found.append((distance, node.word))
            for key, child in node.children.items():
                if distance - limit <= key <= distance + limit:
                    pending.append(child)
        return found


class Speller:
    def __init__(self, text):
        self.frequency = Counter(tokens(text))
        self.tree = WordTree(self.frequency)


# end of the loose ends
