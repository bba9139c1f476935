def read(name)
  node = @table[name]
  if node.nil?
    @absent += 1
    return nil
  end
  @found += 1
  detach(node)
  promote(node)
  node.payload
end

def write(name, payload)
  node = @table[name]
  if node
    node.payload = payload
    detach(node)
  else
    drop_last if @table.size >= @limit
    node = Entry.new(name, payload)
    @table[name] = node
  end
  promote(node)
  payload
end

def read_or(name)
  known = read(name)
  return known unless known.nil?

  write(name, yield(name))
end

def delete(name)
  node = @table.delete(name)
  return nil unless node

  detach(node)
  node.payload
end
