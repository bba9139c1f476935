using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using System.Xml.Linq;

namespace Workshop.Podcasts
{
    public record Episode(string Show, string Title, Uri Audio, DateTimeOffset Published)
    {
        public string FileName
        {
            get
            {
                var bad = Path.GetInvalidFileNameChars();
                string safe = new(Title.Select(c => bad.Contains(c) ? '-' : c).ToArray());
                return $"{Published:yyyy-MM-dd} {safe}{Path.GetExtension(Audio.AbsolutePath)}";
            }
        }
    }

    /// <summary>Fetches new episodes of the shows on a list, a few at a time.</summary>
    public sealed class Collector : IDisposable
    {
        private readonly HttpClient http = new() { Timeout = TimeSpan.FromMinutes(5) };
        private readonly string shelf;
        private readonly int rounds;
        private readonly SemaphoreSlim lanes = new(3);
        private readonly HashSet<string> seen = new();
        private readonly Action<int, Exception, TimeSpan> report = (round, problem, pause) =>
            Console.Error.WriteLine($"round {round}: {problem.Message}, again in {pause.TotalSeconds:F0} s");

        public Collector(string shelf, int rounds = 4)
        {
            this.shelf = shelf;
            this.rounds = rounds;
            Directory.CreateDirectory(shelf);
            string memory = Path.Combine(shelf, "seen.txt");
            if (File.Exists(memory))
            {
                seen.UnionWith(File.ReadAllLines(memory));
            }
        }

        public async Task<IReadOnlyList<Episode>> ReadShowAsync(Uri feed, CancellationToken stop)
        {
            string xml = await PersistAsync(s => http.GetStringAsync(feed, s), stop);
            var channel = XDocument.Parse(xml).Root?.Element("channel");
            if (channel == null)
            {
                throw new InvalidDataException($"{feed} is not a feed");
            }
            string show = (string)channel.Element("title") ?? feed.Host;
            return channel.Elements("item")
                .Where(item => item.Element("enclosure") != null)
                .Select(item => new Episode(
                    show,
                    (string)item.Element("title"),
                    new Uri(feed, (string)item.Element("enclosure").Attribute("url")),
                    DateTimeOffset.Parse((string)item.Element("pubDate"))))
                .Where(episode => !seen.Contains(episode.Audio.ToString()))
                .OrderByDescending(episode => episode.Published)
                .ToList();
        }

        public async Task<TResult> PersistAsync<TResult>(Func<CancellationToken, Task<TResult>> step, CancellationToken stop = default)
        {
            var problems = new List<Exception>();
            for (int round = 1; ; round++)
            {
                stop.ThrowIfCancellationRequested();
                try
                {
                    return await step(stop).ConfigureAwait(false);
                }
                catch (Exception problem) when (MayPass(problem))
                {
                    problems.Add(problem);
                    if (round == rounds)
                    {
                        throw new AggregateException($"gave up after {round} attempts", problems);
                    }
                    var pause = PauseBefore(round + 1);
                    report?.Invoke(round, problem, pause);
                    await Task.Delay(pause, stop).ConfigureAwait(false);
                }
            }
        }

        private static bool MayPass(Exception e)
        {
            return e is HttpRequestException or IOException or TimeoutException;
        }

        private static TimeSpan PauseBefore(int round)
        {
            return TimeSpan.FromSeconds(round * round + Random.Shared.NextDouble());
        }

        public async Task FetchAsync(Episode episode, CancellationToken stop)
        {
            await lanes.WaitAsync(stop);
            try
            {
                string folder = Path.Combine(shelf, episode.Show);
                Directory.CreateDirectory(folder);
                string path = Path.Combine(folder, episode.FileName);
                byte[] sound = await PersistAsync(s => http.GetByteArrayAsync(episode.Audio, s), stop);
                await File.WriteAllBytesAsync(path + ".part", sound, stop);
                File.Move(path + ".part", path, overwrite: true);
                lock (seen)
                {
                    seen.Add(episode.Audio.ToString());
                }
                Console.WriteLine($"{episode.Show}: {episode.Title} ({sound.Length / 1048576.0:F1} MB)");
            }
            finally
            {
                lanes.Release();
            }
        }

        public void Dispose()
        {
            File.WriteAllLines(Path.Combine(shelf, "seen.txt"), seen.OrderBy(s => s));
            http.Dispose();
            lanes.Dispose();
        }
    }

    public static class Program
    {
        public static async Task<int> Main(string[] args)
        {
            using var stop = new CancellationTokenSource();
            Console.CancelKeyPress += (_, e) =>
            {
                e.Cancel = true;
                stop.Cancel();
            };
            using var collector = new Collector(args.Length > 0 ? args[0] : "podcasts");
            int failed = 0;
            foreach (string line in File.ReadLines("shows.txt"))
            {
                try
                {
                    var fresh = await collector.ReadShowAsync(new Uri(line), stop.Token);
                    await Task.WhenAll(fresh.Take(5).Select(e => collector.FetchAsync(e, stop.Token)));
                }
                catch (Exception e) when (e is InvalidDataException or AggregateException)
                {
                    Console.Error.WriteLine($"{line}: {e.Message}");
                    failed++;
                }
            }
            return failed == 0 ? 0 : 1;
        }
    }
}
