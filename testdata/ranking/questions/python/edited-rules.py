def needs_building(rule, rebuilt):
    built = modified(rule.target)
    if rule.phony:
        return True
    if built is None:
        return True
    for source in rule.sources:
        if source in rebuilt:
            return True
        changed = modified(source)
        if changed is None or changed >= built:
            return True
    return False


def build(rules, goals, dry_run=False, keep_going=False):
    rebuilt = set()
    for rule in order(rules, goals):
        if not needs_building(rule, rebuilt): continue
        for command in rule.command:
            log.debug("%s: %s", rule.target, command)
            if not dry_run:
                subprocess.run(command, shell=True, check=not keep_going)
        rebuilt.add(rule.target)
    return rebuilt
