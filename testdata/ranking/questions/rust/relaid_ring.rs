pub fn push(&self, item: T) -> Result<(), T>
{
  let mut state = self.shared.state.lock().unwrap();
  while state.len == state.slots.len()
      && !state.closed
  {
    state = self.shared.writable.wait(state).unwrap();
  }
  if state.closed
  {
    return Err(item);
  }
  state.push(item);
  self.shared.readable.notify_one();
  Ok(())
}
pub fn pop(&self, patience: Duration) -> Result<T, PopError>
{
  let mut state = self.shared.state.lock().unwrap();
  loop
  {
    // What is there may be taken, closed or not.
    if let Some(item) = state.pop()
    {
      self.shared.writable.notify_one();
      return Ok(item);
    }
    if state.closed
    {
      return Err(PopError::Closed);
    }
    let (guard, timeout) = self
      .shared
      .readable
      .wait_timeout(state, patience)
      .unwrap();
    // The lock is ours again.
    state = guard;
    if timeout.timed_out() && state.len == 0
    {
      return Err(PopError::TimedOut);
    }
  }
}
