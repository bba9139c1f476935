public async Task<int> PublishAsync<T>(
  T item,
  CancellationToken token = default) {
  ThrowIfDisposed();
  int delivered = 0;
  // From the type of the event up to object.
  for (var type = item.GetType(); type != null; type = type.BaseType) {
    foreach (var subscription in Snapshot(type)) {
      token.ThrowIfCancellationRequested();
      try {
        await subscription
          .Handler(item, token)
          .ConfigureAwait(false);
        delivered++;
      } catch (Exception error) when (error is not OperationCanceledException) {
        // One bad handler must not keep the others from hearing of it.
        onError(error);
      }
    }
  }
  return delivered;
}
public void Dispose() {
  if (Interlocked.Exchange(ref disposed, 1) == 0) {
    subscriptions.Clear();
  }
}
