using System;
using System.Diagnostics;
using System.Threading;

namespace Harbour.Net
{
    public enum Outcome { Done, TryAgain, Hopeless }

    /// <summary>
    /// Repeats a call until it says it is done, with pauses that grow by the golden ratio,
    /// inside a budget of time. After too many budgets were used up in a row the circuit
    /// opens, and calls fail at once until it has cooled down.
    /// </summary>
    public class BackoffExecutor
    {
        private const double Growth = 1.618;

        private readonly TimeSpan budget;
        private readonly TimeSpan coolDown;
        private readonly int breakAfter;
        private readonly Func<long> ticks;
        private int exhausted;
        private long openUntil;

        public BackoffExecutor(TimeSpan budget, int breakAfter, TimeSpan coolDown, Func<long> ticks = null)
        {
            this.budget = budget;
            this.breakAfter = breakAfter;
            this.coolDown = coolDown;
            this.ticks = ticks ?? Stopwatch.GetTimestamp;
        }

        public bool IsOpen => Volatile.Read(ref openUntil) > ticks();

        public bool TryRun(Func<int, Outcome> call, out string problem)
        {
            problem = null;
            if (IsOpen)
            {
                problem = "circuit open";
                return false;
            }
            long deadline = ticks() + ToTicks(budget);
            double pause = 20;
            for (int round = 0; ; round++)
            {
                Outcome outcome;
                try
                {
                    outcome = call(round);
                }
                catch (TimeoutException e)
                {
                    problem = e.Message;
                    outcome = Outcome.TryAgain;
                }

                if (outcome == Outcome.Done)
                {
                    Interlocked.Exchange(ref exhausted, 0);
                    problem = null;
                    return true;
                }
                if (outcome == Outcome.Hopeless)
                {
                    problem ??= "refused";
                    return false;
                }
                if (ticks() + ToTicks(TimeSpan.FromMilliseconds(pause)) > deadline)
                {
                    problem ??= "out of time";
                    CountExhausted();
                    return false;
                }
                Thread.Sleep((int)pause);
                pause *= Growth;
            }
        }

        public void Reset()
        {
            Interlocked.Exchange(ref exhausted, 0);
            Interlocked.Exchange(ref openUntil, 0);
        }

        private void CountExhausted()
        {
            if (Interlocked.Increment(ref exhausted) < breakAfter)
            {
                return;
            }
            Interlocked.Exchange(ref exhausted, 0);
            Interlocked.Exchange(ref openUntil, ticks() + ToTicks(coolDown));
        }

        private static long ToTicks(TimeSpan span)
        {
            return (long)(span.TotalSeconds * Stopwatch.Frequency);
        }
    }
}
