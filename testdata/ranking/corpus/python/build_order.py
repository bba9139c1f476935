"""Decides in which order targets are built, and which need building at all."""

import os
import subprocess
import sys


class CycleError(Exception):
    def __init__(self, chain):
        super().__init__(" -> ".join(chain))
        self.chain = chain


class Rule:
    def __init__(self, target, sources, command):
        self.target = target
        self.sources = sources
        self.command = command

    def __repr__(self):
        return f"Rule({self.target!r}, {self.sources!r})"


def parse_rules(text):
    """Lines "target: sources" start a rule, indented lines are its command."""
    rules = {}
    current = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0] in " \t":
            if current is None:
                raise SyntaxError(f"line {number}: command without a target")
            current.command.append(line.strip())
            continue
        target, colon, sources = line.partition(":")
        if not colon:
            raise SyntaxError(f"line {number}: missing colon")
        current = Rule(target.strip(), sources.split(), [])
        if current.target in rules:
            raise SyntaxError(f"line {number}: {current.target} has two rules")
        rules[current.target] = current
    return rules


def order(rules, goals):
    """Depth first, sources before targets."""
    WHITE, GREY, BLACK = 0, 1, 2
    color = {}
    result = []
    chain = []

    def visit(name):
        state = color.get(name, WHITE)
        if state == BLACK:
            return
        if state == GREY:
            raise CycleError(chain[chain.index(name):] + [name])
        color[name] = GREY
        chain.append(name)
        rule = rules.get(name)
        if rule is not None:
            for source in rule.sources:
                visit(source)
            result.append(rule)
        elif not os.path.exists(name):
            raise FileNotFoundError(f"no rule to make {name}")
        chain.pop()
        color[name] = BLACK

    for goal in goals:
        visit(goal)
    return result


def modified(path):
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return None


def outdated(rule, rebuilt):
    built = modified(rule.target)
    if built is None:
        return True
    for source in rule.sources:
        if source in rebuilt:
            return True
        changed = modified(source)
        if changed is None or changed > built:
            return True
    return False


def build(rules, goals, dry_run=False):
    rebuilt = set()
    for rule in order(rules, goals):
        if not outdated(rule, rebuilt):
            continue
        for command in rule.command:
            print(command)
            if not dry_run:
                subprocess.run(command, shell=True, check=True)
        rebuilt.add(rule.target)
    return rebuilt


def main(argv):
    with open("build.rules", encoding="utf-8") as file:
        rules = parse_rules(file.read())
    try:
        done = build(rules, argv or list(rules)[:1])
    except (CycleError, FileNotFoundError, subprocess.CalledProcessError) as err:
        print(f"build: {err}", file=sys.stderr)
        return 1
    if not done:
        print("nothing to do")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
