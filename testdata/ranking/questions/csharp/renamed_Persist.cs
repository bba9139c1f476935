        public bool Persist(Func<int, Answer> attempt, out string reason)
        {
            reason = null;
            if (Tripped)
            {
                reason = "circuit open";
                return false;
            }
            long end = clock() + Scale(allowance);
            double nap = 20;
            for (int turn = 0; ; turn++)
            {
                Answer answer;
                try
                {
                    answer = attempt(turn);
                }
                catch (TimeoutException e)
                {
                    reason = e.Message;
                    answer = Answer.Later;
                }

                if (answer == Answer.Finished)
                {
                    Interlocked.Exchange(ref spent, 0);
                    reason = null;
                    return true;
                }
                if (answer == Answer.Refused)
                {
                    reason ??= "refused";
                    return false;
                }
                if (clock() + Scale(TimeSpan.FromMilliseconds(nap)) > end)
                {
                    reason ??= "out of time";
                    NoteFailure();
                    return false;
                }
                Thread.Sleep((int)nap);
                nap *= Factor;
            }
        }
