# Copyright (c) 2019 The Marrow Bridge Authors.
#
# You may use, change and pass on this file as you like, so long as this
# notice stays in it. It comes without any promise of fitness; whoever runs
# it bears the risk.
"""Small text templates: {{ value }}, {% if %}, {% for %}, filters with |."""

import html
import re

TAG = re.compile(r"({{.*?}}|{%.*?%})", re.DOTALL)

FILTERS = {
    "upper": str.upper,
    "lower": str.lower,
    "length": len,
    "escape": lambda value: html.escape(str(value)),
}


class TemplateError(Exception):
    pass


class Text:
    def __init__(self, text):
        self.text = text

    def render(self, context):
        return self.text


class Value:
    def __init__(self, source):
        self.path, *self.filters = [part.strip() for part in source.split("|")]
        unknown = [f for f in self.filters if f not in FILTERS]
        if unknown:
            raise TemplateError(f"unknown filter {unknown[0]!r}")

    def evaluate(self, context):
        value = context
        for name in self.path.split("."):
            try:
                value = value[name] if isinstance(value, dict) else getattr(value, name)
            except (KeyError, AttributeError):
                raise TemplateError(f"no {name!r} in {self.path!r}") from None
        for name in self.filters:
            value = FILTERS[name](value)
        return value

    def render(self, context):
        return str(self.evaluate(context))


class If:
    def __init__(self, condition):
        self.negated = condition.startswith("not ")
        self.condition = Value(condition[4:] if self.negated else condition)
        self.body = []
        self.otherwise = []

    def render(self, context):
        try:
            truth = bool(self.condition.evaluate(context))
        except TemplateError:
            truth = False
        branch = self.body if truth != self.negated else self.otherwise
        return "".join(node.render(context) for node in branch)


class For:
    def __init__(self, source):
        self.variable, word, path = source.split(None, 2)
        if word != "in":
            raise TemplateError(f"expected 'in', got {word!r}")
        self.items = Value(path)
        self.body = []

    def render(self, context):
        pieces = []
        items = list(self.items.evaluate(context))
        for index, item in enumerate(items):
            loop = {"index": index + 1, "last": index == len(items) - 1}
            scope = {**context, self.variable: item, "loop": loop}
            pieces.extend(node.render(scope) for node in self.body)
        return "".join(pieces)


class Template:
    def __init__(self, source):
        self.body = []
        stack = [(None, self.body)]
        for piece in TAG.split(source):
            if piece.startswith("{{"):
                stack[-1][1].append(Value(piece[2:-2].strip()))
            elif piece.startswith("{%"):
                self._statement(piece[2:-2].strip(), stack)
            elif piece:
                stack[-1][1].append(Text(piece))
        if len(stack) > 1:
            raise TemplateError(f"{type(stack[-1][0]).__name__.lower()} is never closed")

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
