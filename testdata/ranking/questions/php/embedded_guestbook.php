<?php

declare(strict_types=1);

namespace Village;

session_start();

/** The guest book of the village museum: one file, one entry a line, newest first. */
final class GuestBook
{
    private const LONGEST = 2000;
    private const PER_PAGE = 15;

    public function __construct(private string $file, private array $blocked = [])
    {
        if (!is_file($file)) {
            touch($file);
        }
    }

    public function sign(string $name, string $message, string $address): ?string
    {
        $name = trim($name);
        $message = trim($message);
        if ($name === '' || $message === '') {
            return 'Please write your name and a few words.';
        }
        if (mb_strlen($message) > self::LONGEST) {
            return 'That is more than a page holds.';
        }
        foreach ($this->blocked as $word) {
            if (stripos($message, $word) !== false) {
                return 'We would rather not print this.';
            }
        }
        if ($this->tooFast($address)) {
            return 'Somebody has just written from this place. Please wait a minute.';
        }
        $entry = ['at' => time(), 'name' => $name, 'message' => $message, 'from' => sha1($address)];
        $handle = fopen($this->file, 'a');
        if ($handle === false || !flock($handle, LOCK_EX)) {
            return 'The book is closed at the moment.';
        }
        fwrite($handle, json_encode($entry, JSON_UNESCAPED_UNICODE) . PHP_EOL);
        fclose($handle);
        return null;
    }

    /** @return list<array{at: int, name: string, message: string}> */
    public function page(int $number): array
    {
        $lines = array_reverse(file($this->file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES));
        $chosen = array_slice($lines, ($number - 1) * self::PER_PAGE, self::PER_PAGE);
        return array_map(static fn (string $line): array => json_decode($line, true), $chosen);
    }

    public function pages(): int
    {
        $lines = 0;
        $handle = fopen($this->file, 'r');
        while (fgets($handle) !== false) {
            $lines++;
        }
        fclose($handle);
        return max(1, (int) ceil($lines / self::PER_PAGE));
    }

    public function show(int $number): string
    {
        $html = '';
        foreach ($this->page($number) as $entry) {
            $html .= '<article id="' . $this->anchor($entry['name'] . $entry['at']) . '">';
            $html .= '<h4>' . $this->safe($entry['name']) . ', ' . date('j F Y', $entry['at']) . '</h4>';
            foreach (preg_split('/\n\s*\n/', $entry['message']) as $part) {
                $html .= '<p>' . $this->decorate($part) . '</p>';
            }
            $html .= '</article>';
        }
        return $html;
    }

    private function tooFast(string $address): bool
    {
        foreach ($this->page(1) as $entry) {
            if ($entry['from'] === sha1($address) && $entry['at'] > time() - 60) {
                return true;
            }
        }
        return false;
    }

    private function decorate(string $words): string
    {
        $aside = [];
        $words = preg_replace_callback('/`([^`]+)`/', function (array $hit) use (&$aside): string {
            $aside[] = '<code>' . $this->safe($hit[1]) . '</code>';
            return "\x01" . (count($aside) - 1) . "\x01";
        }, $words);
        $words = $this->safe($words);
        $words = preg_replace('/!\[([^\]]*)\]\(([^)\s]+)\)/', '<img src="$2" alt="$1">', $words);
        $words = preg_replace('/\[([^\]]+)\]\(([^)\s]+)\)/', '<a href="$2">$1</a>', $words);
        $words = preg_replace('/\*\*(.+?)\*\*/', '<strong>$1</strong>', $words);
        $words = preg_replace('/(?<!\w)[*_](.+?)[*_](?!\w)/', '<em>$1</em>', $words);
        return preg_replace_callback('/\x01(\d+)\x01/', fn (array $hit): string => $aside[(int) $hit[1]], $words);
    }

    private function safe(string $words): string
    {
        return htmlspecialchars($words, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }

    private function anchor(string $heading): string
    {
        return trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($heading)), '-');
    }
}

$book = new GuestBook(__DIR__ . '/guests.txt', ['casino', 'loan']);
$problem = null;
if ($_SERVER['REQUEST_METHOD'] === 'POST' && hash_equals($_SESSION['ticket'] ?? '', $_POST['ticket'] ?? '')) {
    $problem = $book->sign($_POST['name'] ?? '', $_POST['message'] ?? '', $_SERVER['REMOTE_ADDR']);
    if ($problem === null) {
        header('Location: ?page=1', true, 303);
        exit;
    }
}
$_SESSION['ticket'] = bin2hex(random_bytes(16));
$number = max(1, min($book->pages(), (int) ($_GET['page'] ?? 1)));
?>
<!doctype html>
<title>Guest book</title>
<h1>Guest book</h1>
<?php if ($problem !== null): ?>
<p class="problem"><?= htmlspecialchars($problem) ?></p>
<?php endif; ?>
<form method="post">
<input type="hidden" name="ticket" value="<?= $_SESSION['ticket'] ?>">
<input name="name" placeholder="Your name">
<textarea name="message"></textarea>
<button>Sign</button>
</form>
<?= $book->show($number) ?>
