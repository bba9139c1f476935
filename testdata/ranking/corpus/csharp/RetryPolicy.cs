// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Quillwater.Resilience
{
    /// <summary>Runs an operation again when it fails in a way that may pass.</summary>
    public sealed class RetryPolicy
    {
        private readonly int maxAttempts;
        private readonly TimeSpan baseDelay;
        private readonly TimeSpan maxDelay;
        private readonly List<Type> transient = new();
        private readonly Random random = new();
        private Action<int, Exception, TimeSpan> onRetry;

        public RetryPolicy(int maxAttempts, TimeSpan baseDelay, TimeSpan maxDelay)
        {
            if (maxAttempts < 1)
            {
                throw new ArgumentOutOfRangeException(nameof(maxAttempts));
            }
            if (baseDelay > maxDelay)
            {
                throw new ArgumentException("the base delay exceeds the longest one", nameof(baseDelay));
            }
            this.maxAttempts = maxAttempts;
            this.baseDelay = baseDelay;
            this.maxDelay = maxDelay;
        }

        public RetryPolicy Handle<TException>() where TException : Exception
        {
            transient.Add(typeof(TException));
            return this;
        }

        public RetryPolicy OnRetry(Action<int, Exception, TimeSpan> callback)
        {
            onRetry += callback;
            return this;
        }

        public async Task<T> ExecuteAsync<T>(Func<CancellationToken, Task<T>> operation, CancellationToken token = default)
        {
            var failures = new List<Exception>();
            for (int attempt = 1; ; attempt++)
            {
                token.ThrowIfCancellationRequested();
                try
                {
                    return await operation(token).ConfigureAwait(false);
                }
                catch (Exception error) when (IsTransient(error))
                {
                    failures.Add(error);
                    if (attempt == maxAttempts)
                    {
                        throw new AggregateException($"gave up after {attempt} attempts", failures);
                    }
                    var delay = DelayBefore(attempt + 1);
                    onRetry?.Invoke(attempt, error, delay);
                    await Task.Delay(delay, token).ConfigureAwait(false);
                }
            }
        }

        public Task ExecuteAsync(Func<CancellationToken, Task> operation, CancellationToken token = default)
        {
            return ExecuteAsync<bool>(async t =>
            {
                await operation(t).ConfigureAwait(false);
                return true;
            }, token);
        }

        internal TimeSpan DelayBefore(int attempt)
        {
            double factor = Math.Pow(2, attempt - 2);
            double ceiling = Math.Min(maxDelay.TotalMilliseconds, baseDelay.TotalMilliseconds * factor);
            lock (random)
            {
                return TimeSpan.FromMilliseconds(ceiling / 2 + random.NextDouble() * ceiling / 2);
            }
        }

        private bool IsTransient(Exception error)
        {
            foreach (var type in transient)
            {
                if (type.IsInstanceOfType(error))
                {
                    return true;
                }
            }
            return error.InnerException != null && IsTransient(error.InnerException);
        }
    }
}
