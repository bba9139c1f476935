import json
import sys
from graphlib import CycleError, TopologicalSorter


def load_packages(path):
    with open(path, encoding="utf-8") as f:
        listing = json.load(f)
    return {p["name"]: set(p.get("requires", [])) for p in listing["packages"]}


def closure(graph, names):
    needed = set()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name not in needed:
            needed.add(name)
            queue += graph[name]
    return needed


def install_plan(graph, names):
    needed = closure(graph, names)
    sorter = TopologicalSorter({n: graph[n] for n in needed})
    return list(sorter.static_order())


def main(argv):
    graph = load_packages(argv[0])
    try:
        plan = install_plan(graph, argv[1:] or graph)
    except KeyError as missing:
        print(f"package {missing} is unknown", file=sys.stderr)
        return 1
    except CycleError as err:
        print("cycle:", " needs ".join(err.args[1]), file=sys.stderr)
        return 1
    for step, name in enumerate(plan, 1):
        print(f"{step:3}. install {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
