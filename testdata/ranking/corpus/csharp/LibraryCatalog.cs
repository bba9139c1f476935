// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Quillwater.Lending
{
    public record Book(string Isbn, string Title, string Author, int Year);

    public record Loan(string Isbn, string Reader, DateTime Due, int Renewals);

    public class LendingException : InvalidOperationException
    {
        public LendingException(string message) : base(message)
        {
        }
    }

    public class LibraryCatalog
    {
        private const int LoanDays = 28;
        private const int MaxLoans = 5;
        private const int MaxRenewals = 2;
        private const decimal FinePerDay = 0.20m;

        private readonly Dictionary<string, Book> books = new();
        private readonly Dictionary<string, int> copies = new();
        private readonly List<Loan> loans = new();
        private readonly Dictionary<string, Queue<string>> waiting = new();
        private readonly Func<DateTime> today;

        public LibraryCatalog(Func<DateTime> today)
        {
            this.today = today;
        }

        public void Acquire(Book book, int count)
        {
            books[book.Isbn] = book;
            copies[book.Isbn] = copies.GetValueOrDefault(book.Isbn) + count;
        }

        public Loan Borrow(string isbn, string reader)
        {
            if (!books.ContainsKey(isbn))
            {
                throw new LendingException($"no book {isbn}");
            }
            var current = loans.Where(l => l.Reader == reader).ToList();
            if (current.Count >= MaxLoans)
            {
                throw new LendingException($"{reader} already has {current.Count} books");
            }
            if (current.Any(l => l.Due < today()))
            {
                throw new LendingException($"{reader} has overdue books");
            }
            int free = copies[isbn] - loans.Count(l => l.Isbn == isbn);
            var queue = waiting.GetValueOrDefault(isbn);
            bool first = queue != null && queue.Count > 0 && queue.Peek() == reader;
            if (free <= 0 || (queue?.Count > 0 && !first))
            {
                throw new LendingException($"all copies of {books[isbn].Title} are out");
            }
            if (first)
            {
                queue.Dequeue();
            }
            var loan = new Loan(isbn, reader, today().AddDays(LoanDays), 0);
            loans.Add(loan);
            return loan;
        }

        public Loan Renew(string isbn, string reader)
        {
            int index = loans.FindIndex(l => l.Isbn == isbn && l.Reader == reader);
            if (index < 0)
            {
                throw new LendingException($"{reader} has not borrowed {isbn}");
            }
            var loan = loans[index];
            if (loan.Renewals >= MaxRenewals || waiting.GetValueOrDefault(isbn)?.Count > 0)
            {
                throw new LendingException("this loan cannot be renewed");
            }
            loans[index] = loan with { Due = loan.Due.AddDays(LoanDays), Renewals = loan.Renewals + 1 };
            return loans[index];
        }

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

        public IEnumerable<Book> Search(string words)
        {
            var needles = words.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return books.Values
                .Where(b => needles.All(n => $"{b.Title} {b.Author}".Contains(n, StringComparison.OrdinalIgnoreCase)))
                .OrderBy(b => b.Author)
                .ThenBy(b => b.Year);
        }
    }
}
