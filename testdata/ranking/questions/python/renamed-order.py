def sequence(recipes, wanted):
    """Depth first, sources before targets."""
    NEW, OPEN, DONE = 0, 1, 2
    mark = {}
    plan = []
    trail = []

    def walk(node):
        seen = mark.get(node, NEW)
        if seen == DONE:
            return
        if seen == OPEN:
            raise LoopError(trail[trail.index(node):] + [node])
        mark[node] = OPEN
        trail.append(node)
        recipe = recipes.get(node)
        if recipe is not None:
            for need in recipe.needs:
                walk(need)
            plan.append(recipe)
        elif not os.path.exists(node):
            raise FileNotFoundError(f"no rule to make {node}")
        trail.pop()
        mark[node] = DONE

    for root in wanted:
        walk(root)
    return plan


def changed_at(path):
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return None


def stale(recipe, fresh):
    made = changed_at(recipe.product)
    if made is None:
        return True
    for need in recipe.needs:
        if need in fresh:
            return True
        touched = changed_at(need)
        if touched is None or touched > made:
            return True
    return False
