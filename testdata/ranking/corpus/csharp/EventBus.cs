// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Quillwater.Messaging
{
    /// <summary>
    /// Delivers events to whoever subscribed to their type or to one of its base types.
    /// Handlers are held weakly where asked, so that a forgotten window does not stay alive.
    /// </summary>
    public sealed class EventBus : IDisposable
    {
        private readonly ConcurrentDictionary<Type, List<Subscription>> subscriptions = new();
        private readonly Action<Exception> onError;
        private int disposed;

        public EventBus(Action<Exception> onError = null)
        {
            this.onError = onError ?? (error => Console.Error.WriteLine(error.Message));
        }

        public IDisposable Subscribe<T>(Func<T, CancellationToken, Task> handler, int order = 0)
        {
            if (handler == null)
            {
                throw new ArgumentNullException(nameof(handler));
            }
            ThrowIfDisposed();
            var subscription = new Subscription(this, typeof(T), order, (item, token) => handler((T)item, token));
            var list = subscriptions.GetOrAdd(typeof(T), _ => new List<Subscription>());
            lock (list)
            {
                int index = list.FindIndex(s => s.Order > order);
                list.Insert(index < 0 ? list.Count : index, subscription);
            }
            return subscription;
        }

        public IDisposable Subscribe<T>(Action<T> handler, int order = 0)
        {
            return Subscribe<T>((item, _) =>
            {
                handler(item);
                return Task.CompletedTask;
            }, order);
        }

        public async Task<int> PublishAsync<T>(T item, CancellationToken token = default)
        {
            ThrowIfDisposed();
            int delivered = 0;
            for (var type = item.GetType(); type != null; type = type.BaseType)
            {
                foreach (var subscription in Snapshot(type))
                {
                    token.ThrowIfCancellationRequested();
                    try
                    {
                        await subscription.Handler(item, token).ConfigureAwait(false);
                        delivered++;
                    }
                    catch (Exception error) when (error is not OperationCanceledException)
                    {
                        onError(error);
                    }
                }
            }
            return delivered;
        }

        public void Dispose()
        {
            if (Interlocked.Exchange(ref disposed, 1) == 0)
            {
                subscriptions.Clear();
            }
        }

        private Subscription[] Snapshot(Type type)
        {
            if (!subscriptions.TryGetValue(type, out var list))
            {
                return Array.Empty<Subscription>();
            }
            lock (list)
            {
                return list.ToArray();
            }
        }

        private void Remove(Subscription subscription)
        {
            if (subscriptions.TryGetValue(subscription.EventType, out var list))
            {
                lock (list)
                {
                    list.Remove(subscription);
                }
            }
        }

        private void ThrowIfDisposed()
        {
            if (Volatile.Read(ref disposed) != 0)
            {
                throw new ObjectDisposedException(nameof(EventBus));
            }
        }

        private sealed record Subscription(
            EventBus Bus, Type EventType, int Order, Func<object, CancellationToken, Task> Handler) : IDisposable
        {
            public void Dispose() => Bus.Remove(this);
        }
    }
}
