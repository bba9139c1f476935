        /// <summary>Takes a book back and returns the fine to be paid.</summary>
        public decimal Return(string isbn, string reader)
        {
            var loan = loans.FirstOrDefault(l => l.Isbn == isbn && l.Reader == reader);
            if (loan == null)
            {
                throw new LendingException($"{reader} has not borrowed {isbn}");
            }
            loans.Remove(loan);
            int late = (today().Date - loan.Due.Date).Days;
            return late > 0 ? late * FinePerDay : 0m;
        }

        public int Reserve(string isbn, string reader)
        {
            if (!waiting.TryGetValue(isbn, out var queue))
            {
                waiting[isbn] = queue = new Queue<string>();
            }
            if (!queue.Contains(reader))
            {
                queue.Enqueue(reader);
            }
            return queue.ToList().IndexOf(reader) + 1;
        }
