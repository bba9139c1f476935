using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Lighthouse.Signals
{
    public interface ILamp
    {
        void Switch(bool on);
    }

    /// <summary>Blinks messages in Morse code.</summary>
    public class MorseBuzzer
    {
        private static readonly Dictionary<char, string> Code = new()
        {
            ['a'] = ".-", ['b'] = "-...", ['c'] = "-.-.", ['d'] = "-..", ['e'] = ".", ['f'] = "..-.",
            ['g'] = "--.", ['h'] = "....", ['i'] = "..", ['j'] = ".---", ['k'] = "-.-", ['l'] = ".-..",
            ['m'] = "--", ['n'] = "-.", ['o'] = "---", ['p'] = ".--.", ['q'] = "--.-", ['r'] = ".-.",
            ['s'] = "...", ['t'] = "-", ['u'] = "..-", ['v'] = "...-", ['w'] = ".--", ['x'] = "-..-",
            ['y'] = "-.--", ['z'] = "--..",
        };

        private readonly ILamp lamp;
        private readonly int unit;

        public MorseBuzzer(ILamp lamp, int wordsPerMinute)
        {
            this.lamp = lamp ?? throw new ArgumentNullException(nameof(lamp));
            unit = 1200 / wordsPerMinute;
        }

        public static string Encode(string message)
        {
            var builder = new StringBuilder();
            foreach (string word in message.ToLowerInvariant().Split(' '))
            {
                if (builder.Length > 0)
                {
                    builder.Append(" / ");
                }
                builder.AppendJoin(' ', word.Where(Code.ContainsKey).Select(c => Code[c]));
            }
            return builder.ToString();
        }

        public async Task SendAsync(string message, CancellationToken token)
        {
            try
            {
                foreach (char mark in Encode(message))
                {
                    if (mark is ' ' or '/')
                    {
                        await Task.Delay(unit * 2, token);
                        continue;
                    }
                    lamp.Switch(true);
                    await Task.Delay(mark == '.' ? unit : 3 * unit, token);
                    lamp.Switch(false);
                    await Task.Delay(unit, token);
                }
            }
            finally
            {
                lamp.Switch(false);
            }
        }
    }
}
