using System;
using System.Collections.Generic;
using System.Linq;

namespace Quillwater.Trading
{
    public enum Side { Buy, Sell }

    public sealed class Order
    {
        public Order(long id, Side side, decimal price, int quantity)
        {
            if (quantity <= 0)
            {
                throw new ArgumentOutOfRangeException(nameof(quantity));
            }
            Id = id;
            Side = side;
            Price = price;
            Remaining = quantity;
        }

        public long Id { get; }
        public Side Side { get; }
        public decimal Price { get; }
        public int Remaining { get; set; }
    }

    public readonly record struct Trade(long BuyId, long SellId, decimal Price, int Quantity);

    /// <summary>Matches orders by price, then by time of arrival.</summary>
    public sealed class OrderBook
    {
        private readonly SortedDictionary<decimal, LinkedList<Order>> bids;
        private readonly SortedDictionary<decimal, LinkedList<Order>> asks;
        private readonly Dictionary<long, LinkedListNode<Order>> resting = new();

        public OrderBook()
        {
            bids = new SortedDictionary<decimal, LinkedList<Order>>(Comparer<decimal>.Create((a, b) => b.CompareTo(a)));
            asks = new SortedDictionary<decimal, LinkedList<Order>>();
        }

        public decimal? BestBid => bids.Count > 0 ? bids.First().Key : null;

        public decimal? BestAsk => asks.Count > 0 ? asks.First().Key : null;

        public IReadOnlyList<Trade> Submit(Order order)
        {
            var trades = new List<Trade>();
            var opposite = order.Side == Side.Buy ? asks : bids;
            while (order.Remaining > 0 && opposite.Count > 0)
            {
                var level = opposite.First();
                if (!Crosses(order, level.Key))
                {
                    break;
                }
                var maker = level.Value.First.Value;
                int quantity = Math.Min(order.Remaining, maker.Remaining);
                maker.Remaining -= quantity;
                order.Remaining -= quantity;
                trades.Add(order.Side == Side.Buy
                    ? new Trade(order.Id, maker.Id, level.Key, quantity)
                    : new Trade(maker.Id, order.Id, level.Key, quantity));
                if (maker.Remaining == 0)
                {
                    Remove(opposite, maker);
                }
            }
            if (order.Remaining > 0)
            {
                Rest(order);
            }
            return trades;
        }

        public bool Cancel(long id)
        {
            if (!resting.TryGetValue(id, out var node))
            {
                return false;
            }
            Remove(node.Value.Side == Side.Buy ? bids : asks, node.Value);
            return true;
        }

        public int Depth(Side side, decimal upTo)
        {
            var levels = side == Side.Buy
                ? bids.TakeWhile(l => l.Key >= upTo)
                : asks.TakeWhile(l => l.Key <= upTo);
            return levels.SelectMany(l => l.Value).Sum(o => o.Remaining);
        }

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
    }
}
