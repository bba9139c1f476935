// Types of @chaffinch/web. Functions return the JSON of the command. docs/json.md describes its keys.

/** Text, or bytes. Do not change bytes before the call has ended. */
export type Data = string | Uint8Array | ArrayBuffer | Blob;

/** A document: its text or bytes, a File, or an object. Its name helps to detect the language. */
export type Document = Data | { name?: string; language?: string; data: Data };

/**
 * A file in the folder that is read: a File, whose path is its webkitRelativePath or else its name, or a path and data.
 * Archives are read like folders. modified is in milliseconds since 1970. No two files may have one path, and no path may be
 * that of a file and of a folder.
 */
export type InputFile = File | { path: string; data: Data; modified?: number };

/** A file that was not compared, with the reason. */
export interface Skip { path: string; reason: string; error?: string }

/** The current step: done of whole, which is 0 if unknown. memory is that of all workers, in bytes. */
export interface Progress { doing: string; done: number; whole: number; memory: number }

export interface Watching {
  /** Called from time to time. */
  onProgress?(progress: Progress): void;
  /** Called for every file that is not compared. */
  onSkipped?(skip: Skip): void;
  /** Ends the call at once. The promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Which files are read. The names are those of the command's flags. */
export interface FileOptions {
  include?: string[];
  exclude?: string[];
  maxSize?: number;
  noIgnore?: boolean;
  skipGenerated?: boolean;
  generated?: boolean;
  minified?: boolean;
}

export interface PairsOptions extends Watching, FileOptions {
  /** The unit of comparison: every file (the default), or every folder, archive and file at the top. */
  unit?: "file" | "dir";
  /** The language of all files, by name or alias. By default it is detected for each file. */
  language?: string;
  /** Starter code, which is ignored. */
  base?: Iterable<InputFile>;
  /**
   * Earlier work, compared with the files, but not with itself. Each folder, archive and file at the top is an earlier year,
   * like one `--archive` of the command.
   */
  archive?: Iterable<InputFile>;
  /** Ignore code in more than this share of the units, over 0 and up to 1. Off by default. */
  maxShare?: number;
  /** The minimum score of a listed pair, from 0 to 1. Default: 0.25. */
  minScore?: number;
  /** The maximum number of pairs. Default: 200,000. */
  top?: number;
  sort?: "score" | "smaller" | "larger";
  linkage?: "single" | "average";
  linkScore?: number;
  /** Name of the folder of the files. Default: that of a chosen folder, or else "class". */
  name?: string;
  /** Each folder and archive at the top is a group of submissions, like one of several paths of the command. Default: all are one. */
  groups?: boolean;
  /** The number of workers. Default: one for fewer than 100 files, else one for each processor, up to four. Each takes memory. */
  workers?: number;
}

export interface Summary {
  unit: "file" | "dir";
  units: number;
  /** How many of the units are earlier work. */
  earlier: number;
  pairs: number;
  more: number;
  identical: number;
  clusters: number;
  skipped: Record<string, number>;
  unread: { path: string; unit: string; reason: string; detail?: string; author?: string; whole: boolean }[];
  warnings: string[];
  stats: { files: number; contents: number; comparable: number; sharing: number; aligned: number; microseconds: number };
}

export interface WriteOptions {
  /** The maximum number of pairs. Default: 5,000 in html and jplag, all in csv and tsv. json ignores it. */
  top?: number;
  /** Heading of the html. */
  title?: string;
  /** Use pseudonyms in html and jplag. The other formats have the names. */
  anonymous?: boolean;
  /** Called from time to time. */
  onProgress?(progress: Progress): void;
  /** Ends the call. The report stays open. */
  signal?: AbortSignal;
}

/** The result of pairs. It holds memory until it is closed. */
export interface Report {
  readonly summary: Summary;
  /** Memory of the engine that holds the result, in bytes. */
  readonly memory: number;
  write(format: "json" | "csv" | "tsv" | "html" | "jplag", options?: WriteOptions): Promise<Blob>;
  /** What `chaffinch pairs --json` prints. */
  json(): Promise<any>;
  /** The bytes of a content, by its id in the JSON. */
  source(content: string): Promise<Uint8Array>;
  close(): void;
}

/**
 * Compares all files or submissions with each other. A folder that was chosen in an `<input webkitdirectory>` is the class. A
 * single archive is read like a folder of submissions, also with an info.csv beside it, which is its table unless there is earlier
 * work.
 */
export function pairs(files: Iterable<InputFile>, options?: PairsOptions): Promise<Report>;

/** Returns the tokens, k-grams and fingerprints of a document, as `chaffinch fingerprint --json` prints them. */
export function fingerprint(text: Document, language?: string, options?: Ending): Promise<any>;

export interface Ending {
  /** Ends the call at once. */
  signal?: AbortSignal;
}

export interface CompareOptions extends Watching {
  language?: string;
  base?: Iterable<InputFile>;
  format?: "json" | "html";
}

/**
 * Compares two documents. Returns what `chaffinch compare --json A B` prints or, with format "html", the page of
 * `--html`.
 */
export function compare(a: Document, b: Document, options: CompareOptions & { format: "html" }): Promise<Blob>;
export function compare(a: Document, b: Document, options?: CompareOptions): Promise<any>;

export interface TreesOptions extends CompareOptions, FileOptions {
  /** The maximum number of relations in the html. Default: 50. */
  top?: number;
  /** Names of the two folders, which must differ. Default: "a" and "b". */
  names?: [string, string];
  /** Returns a report, which writes html and json of one comparison. */
  keep?: boolean;
}

/** The comparison of two folders. It holds memory until it is closed. */
export interface TreesReport {
  readonly summary: { warnings: string[] };
  write(format: "json" | "html", options?: { top?: number; onProgress?(progress: Progress): void; signal?: AbortSignal }): Promise<Blob>;
  json(): Promise<any>;
  close(): void;
}

/** Returns what became of the files of one folder in another: `chaffinch compare --json A/ B/`. */
export function compare(a: Iterable<InputFile>, b: Iterable<InputFile>, options: TreesOptions & { keep: true }): Promise<TreesReport>;
export function compare(a: Iterable<InputFile>, b: Iterable<InputFile>, options: TreesOptions & { format: "html" }): Promise<Blob>;
export function compare(a: Iterable<InputFile>, b: Iterable<InputFile>, options?: TreesOptions): Promise<any>;

export interface CorpusOptions extends Watching, FileOptions {
  language?: string;
  /** Name of the folder. Default: that of a chosen folder, or else "corpus". */
  name?: string;
}

export interface SearchOptions {
  language?: string;
  /** Only these lines of the question, counted from 1. */
  lines?: { from: number; to: number };
  top?: number;
  minScore?: number;
  /** Documents that are similar overall, as `chaffinch similar` finds them. */
  similar?: boolean;
  cover?: boolean;
  explain?: boolean;
  /** Ends the call. The index stays open. */
  signal?: AbortSignal;
}

/** An index in memory. It holds memory until it is closed. */
export interface Corpus {
  /** What was read: an element of `reports` that `chaffinch index --archives --json` prints. skipped counts what was not read. */
  readonly report: any;
  /** Returns the documents that a question comes from, as `chaffinch search --json` prints them. */
  search(question: Document, options?: SearchOptions): Promise<any>;
  /** Returns a page with a question and one of the documents that it comes from, by the id of the content in an answer. */
  beside(question: Document, content: string, options?: { language?: string; signal?: AbortSignal }): Promise<Blob>;
  /** The bytes of a content, by its id in an answer. */
  source(content: string): Promise<Uint8Array>;
  close(): void;
}

/** Indexes files, to search them more than once. Meant for up to a few thousand files. */
export function corpus(files: Iterable<InputFile>, options?: CorpusOptions): Promise<Corpus>;

/** Returns the files that a question comes from, as `chaffinch search --json` prints them. */
export function search(question: Document, files: Iterable<InputFile>, options?: SearchOptions & CorpusOptions): Promise<any>;

/**
 * Returns a saved HTML report as a page of this version. Only its data, with the notes, and its plain text are used: the page may be shown even if the
 * file is not trusted.
 */
export function reopen(page: Document, options?: Ending): Promise<Blob>;

/** Returns the languages, and the formats whose parts are read in their own languages, such as Markdown. */
export function languages(): Promise<{ languages: { name: string; aliases: string[] }[]; formats: { name: string; aliases: string[] }[] }>;
