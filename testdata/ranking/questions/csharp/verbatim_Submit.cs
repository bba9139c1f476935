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
