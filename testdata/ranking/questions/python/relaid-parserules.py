def parse_rules(text):
  """Lines "target: sources" start a rule, indented lines are its command."""

  rules = {}
  current = None  # no rule yet

  for number, line in enumerate(text.splitlines(),
      1):
    if not line.strip() or line.lstrip().startswith("#"):
      continue
    if line[0] in " \t":
      if current is None:
        raise SyntaxError(f"line {number}: command without a target")
      current.command.append(line.strip())
      continue
    target, colon, sources = line.partition(":")
    if not colon:  # no rule and no command
      raise SyntaxError(f"line {number}: missing colon")
    current = Rule(target.strip(), sources.split(), [])
    if current.target in rules:
      raise SyntaxError(f"line {number}: {current.target} has two rules")
    rules[current.target] = current  # known by its target

  return rules
