using System;
using System.Collections.Generic;

namespace Hammer
{
    public partial class Auction
    {
        private static bool Crosses(Order order, decimal price)
        {
            return order.Side == Side.Buy ? order.Price >= price : order.Price <= price;
        }

        private void Rest(Order order)
        {
            var book = order.Side == Side.Buy ? bids : asks;
            if (!book.TryGetValue(order.Price, out var queue))
            {
                queue = new LinkedList<Order>();
                book.Add(order.Price, queue);
            }
            resting[order.Id] = queue.AddLast(order);
        }

        private void Remove(SortedDictionary<decimal, LinkedList<Order>> book, Order order)
        {
            var queue = book[order.Price];
            queue.Remove(resting[order.Id]);
            resting.Remove(order.Id);
            if (queue.Count == 0)
            {
                book.Remove(order.Price);
            }
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
