# Prints a line of JSON for each file that standard input names: its runs of comments, strings and code, as Pygments reads it.
import json, sys
from pygments.lexers import find_lexer_class, get_lexer_by_name
from pygments.token import Comment, String, Text, Name, Error, Literal, Generic

def class_of(kind):
    if kind in Comment.Preproc or kind in Comment.PreprocFile or kind in Comment.Hashbang or kind in String.Doc or kind in Error or kind in Generic:
        return "-"
    if kind in Comment:
        return "c"
    if kind in String.Interpol or kind in String.Symbol or kind in String.Escape or kind in String.Affix:
        return "-"
    if kind in String or kind in Literal.Date:
        return "s"
    return "-" if kind in Text and kind is not Text.Whitespace else "k"

def lexer_of(language):
    known = find_lexer_class(language)
    if known:
        return known(stripnl=False, ensurenl=False)
    return get_lexer_by_name(language.lower().replace(" ", "-"), stripnl=False, ensurenl=False)

for line in sys.stdin.read().split("\n"):
    path, language = line.split("\t")
    try:
        source = open(path, encoding="utf-8", newline="").read()
        lexer = lexer_of(language)
        ends, classes, at = [], [], 0
        if "\r" in source or source.startswith("\ufeff") or len(source) > 1 << 20:
            continue  # Pygments changes these
        for _, kind, value in lexer.get_tokens_unprocessed(source):
            at += len(value.encode())
            c = class_of(kind)
            if classes and classes[-1] == c:
                ends[-1] = at
            else:
                ends.append(at)
                classes.append(c)
        print(json.dumps({"path": path, "lexer": lexer.name, "ends": ends, "class": "".join(classes)}))
    except Exception:
        continue  # no lexer, or no text
